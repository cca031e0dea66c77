import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import { axeFindings, type WatchedPage } from './web.ts';

/** Puts what `logIn` has answered into a window. */
export async function bringCookie(context: BrowserContext, url: string, cookie: string): Promise<void> {
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, url, httpOnly: true, sameSite: 'Lax' }]);
}

/**
 * What holds for every page in every state: nothing that axe-core finds, light on a desk and dark on a phone, no sideways
 * scrolling on one 360 pixels wide, and nothing that has gone wrong so far.
 */
export async function expectPresentable({ page, problems }: WatchedPage): Promise<void> {
  const views = [
    { width: 1280, height: 800, colorScheme: 'light' },
    { width: 360, height: 740, colorScheme: 'dark' },
  ] as const;
  for (const { colorScheme, ...size } of views) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize(size);
    expect(await axeFindings(page)).toEqual([]);
  }
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
  await page.setViewportSize({ width: 1280, height: 800 });
  expect(problems).toEqual([]);
}

/** Goes through the page with the Tab key. @returns what the focus stood on, in order, and whether it could be seen */
export async function walkFocus(page: Page, steps: number): Promise<{ name: string; isSeen: boolean }[]> {
  const stations: { name: string; isSeen: boolean }[] = [];
  for (let step = 0; step < steps; step += 1) {
    await page.keyboard.press('Tab');
    const station = await page.evaluate<{ name: string; isSeen: boolean }>(`(() => {
      const { activeElement: at } = document;
      const { outlineStyle, outlineWidth } = getComputedStyle(at);
      const name = at.getAttribute('aria-label') || at.name || at.textContent.trim();
      return { name, isSeen: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 };
    })()`);
    stations.push(station);
  }
  return stations;
}

/**
 * Runs a program that users have and a bare machine may not.
 *
 * @returns what it has printed
 * @throws Error that says what is missing
 */
export async function runProgram(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(program, args, {
      env: { PATH: process.env['PATH'], ...env },
    });
    return stdout;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      throw new Error(
        `This test needs ${program}, which is not installed (Debian: apt-get install ${program})`,
      );
    }
    throw error;
  }
}

/** Runs a command line as somebody would paste it into a terminal. @throws Error when curl is missing */
export async function runShell(line: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  await runProgram('curl', ['--version']);
  return runProgram('sh', ['-c', line], env);
}
