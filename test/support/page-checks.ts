import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import { sampleOf } from './runs.ts';
import { axeFindings, type WatchedPage } from './web.ts';

/** Adds the cookie that `logIn` returned to a window. */
export async function bringCookie(context: BrowserContext, url: string, cookie: string): Promise<void> {
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, url, httpOnly: true, sameSite: 'Lax' }]);
}

/**
 * Checks a page in its current state: no findings of axe-core at desktop width in light colours and, in full, at phone width
 * in dark ones, no horizontal scrolling at 360 pixels, and no problem so far.
 */
export async function expectPresentable({ page, problems }: WatchedPage): Promise<void> {
  const views = [
    { width: 1280, height: 800, colorScheme: 'light' },
    { width: 360, height: 740, colorScheme: 'dark' },
  ] as const;
  for (const { colorScheme, ...size } of sampleOf(views)) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize(size);
    expect(await axeFindings(page)).toEqual([]);
  }
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
  await page.setViewportSize({ width: 1280, height: 800 });
  expect(problems).toEqual([]);
}

/** Moves the focus with the Tab key. @returns the focused elements in order, and whether the focus was visible */
export async function walkFocus(page: Page, steps: number): Promise<{ name: string; isVisible: boolean }[]> {
  const stops: { name: string; isVisible: boolean }[] = [];
  for (let step = 0; step < steps; step += 1) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate<{ name: string; isVisible: boolean }>(`(() => {
      const { activeElement: at } = document;
      const { outlineStyle, outlineWidth } = getComputedStyle(at);
      const name = at.getAttribute('aria-label') || at.name || at.textContent.trim();
      return { name, isVisible: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 };
    })()`);
    stops.push(stop);
  }
  return stops;
}

/** Runs a program and returns what it printed. */
export async function runProgram(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { stdout } = await promisify(execFile)(program, args, {
    env: { PATH: process.env['PATH'], ...env },
  });
  return stdout;
}

/** Runs a command line as a user would paste it into a terminal. */
export function runShell(line: string, env?: Readonly<Record<string, string>>): Promise<string> {
  return runProgram('sh', ['-c', line], env);
}
