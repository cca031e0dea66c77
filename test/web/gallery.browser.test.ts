import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { locales } from '../../src/model/vocabulary.ts';
import { connectToChromium } from '../support/browser.ts';
import { sampleOf } from '../support/runs.ts';
import { attacks, axeFindings, foreignElements, openWindow } from '../support/web.ts';

const test = inject('service');
let browser: Browser;
beforeAll(async () => {
  browser = await connectToChromium();
});
afterAll(() => browser.close());

const html = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${test.url}${path}`, { headers });
  expect(answer.status).toBe(200);
  return answer.text();
};
const titlesIn = (page: string) =>
  [...page.matchAll(/class="template-title" dir="auto">([^<]*)</g)].map(([, title]) => title);

describe('the gallery', () => {
  it('lists templates in the language of the request, recommended ones first', async () => {
    expect(titlesIn(await html('/'))[0]).toBe('World Dishes');
    expect(titlesIn(await html('/?lang=zh'))[0]).toBe('世界美食');
    expect(titlesIn(await html('/', { 'Accept-Language': 'ru' }))[0]).toBe('Блюда мира');
  });

  it('has titles and descriptions for link previews', async () => {
    for (const locale of locales) {
      const page = await html(`/?lang=${locale}`);
      expect(page).toMatch(/<title>[^<]+ · tierpress<\/title>/);
      expect(page).toMatch(/<meta name="description" content="[^"]{20,}"/);
      expect(page).toMatch(/<meta property="og:title" content="[^"]+"/);
    }
  });

  it('finds templates without a script, and reports when there are none', async () => {
    expect(titlesIn(await html('/?q=world+dishes'))[0]).toBe('World Dishes');
    expect(titlesIn(await html(`/?q=${encodeURIComponent('блюда мира')}`))[0]).toBe('World Dishes');
    const nothing = await html('/?q=zzzzqqqqxxxx');
    expect(titlesIn(nothing)).toEqual([]);
    expect(nothing).toContain('No templates found.');
  });

  it('offers the nearest subject, its category, and matches in other categories where nothing is found', async () => {
    const near = await html('/?q=pxzzq');
    expect(titlesIn(near)).toEqual([]);
    expect(near).toContain('href="/?q=pizza">Did you mean “pizza”?');
    expect(near).toContain('href="/?category=food-and-drink">See all in “Food and drink”');
    const elsewhere = await html('/?q=dog+breeds&category=music');
    expect(elsewhere).toMatch(/href="\/\?q=dog\+breeds">Show matches in all categories: \d+/);
  });

  it('shows a category, a sort order and a page, and its links keep the rest of the query', async () => {
    const animals = await html('/?category=animals&mode=newest');
    expect(titlesIn(animals)).toContain('Birds');
    expect(titlesIn(animals)).not.toContain('World Dishes');
    expect(animals).toContain('href="/?mode=newest"');
    const [first, second] = [titlesIn(await html('/')), titlesIn(await html('/?page=2'))];
    expect(second.length).toBeGreaterThan(0);
    expect(first.filter((title) => second.includes(title))).toEqual([]);
  });

  it.each([
    'page=0',
    'page=x',
    'page=99999',
    'page=1e99',
    'mode=x',
    'category=x',
    'q=a&q=b',
    'lang=xx',
    'page=-1',
  ])('ignores the invalid part of ?%s', async (query) => {
    expect(titlesIn(await html(`/?${query}`)).length).toBeGreaterThan(0);
  });

  it('searches while the user types, without leaving the page', async () => {
    const { page, problems, close } = await openWindow(browser, test.url);
    await page.goto('/');
    await page.evaluate('window.same = true');
    await page.getByRole('searchbox').pressSequentially('birds');
    await page.waitForURL('**/?q=birds');
    await page.waitForFunction(() => document.querySelector('.template-title')?.textContent === 'Birds');
    expect(await page.evaluate('window.same')).toBe(true);
    await page.getByRole('link', { name: 'Birds' }).first().click();
    await page.waitForURL('**/tier/*');
    expect(problems).toEqual([]);
    await close();
  });

  it('works without scripts: the form searches, and a link opens the board', async () => {
    const { page, problems, close } = await openWindow(browser, test.url, { javaScriptEnabled: false });
    await page.goto('/');
    await page.getByRole('searchbox').fill('birds');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.waitForURL('**/?q=birds');
    await page.getByRole('link', { name: 'Birds' }).first().click();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Birds');
    expect(problems).toEqual([]);
    await close();
  });

  it('loads less than 15 kB of scripts, and covers when they come into view', async () => {
    const { page, close } = await openWindow(browser, test.url);
    let script = 0;
    page.on('response', async (answer) => {
      if (answer.request().resourceType() === 'script') script += (await answer.body()).length;
    });
    await page.goto('/');
    await page.waitForLoadState('networkidle');
    expect(script).toBeGreaterThan(0);
    expect(script).toBeLessThan(15_000);
    const covers = page.locator('.template img');
    expect(await page.evaluate("document.querySelector('.template img').naturalWidth")).toBe(640);
    expect(await covers.last().getAttribute('loading')).toBe('lazy');
    await close();
  });

  it('treats every search text as plain text', async () => {
    const { page, problems, close } = await openWindow(browser, test.url);
    for (const attack of attacks) {
      await page.goto(
        `/?${new URLSearchParams({ q: attack, category: attack, mode: attack, page: attack })}`,
      );
      expect(await page.getByRole('searchbox').inputValue()).toBe(attack);
      expect(await page.locator(foreignElements).count()).toBe(0);
    }
    await page.goto('/');
    for (const attack of attacks.slice(0, 6)) {
      await page.getByRole('searchbox').fill(attack);
      await page.waitForFunction((q) => new URL(location.href).searchParams.get('q') === q, attack);
      expect(await page.locator(foreignElements).count()).toBe(0);
    }
    expect(problems).toEqual([]);
    await close();
  });

  it.each(
    sampleOf([
      ['wide and dark', { viewport: { width: 1280, height: 900 }, colorScheme: 'dark' }],
      ['narrow and light', { viewport: { width: 360, height: 740 }, colorScheme: 'light' }],
    ] as const),
  )('is accessible and fits the window when %s', async (_, options) => {
    const { page, problems, close } = await openWindow(browser, test.url, options);
    for (const path of ['/', '/?q=zzzzqqqq', '/?lang=ru&page=2']) {
      await page.goto(path);
      expect(await axeFindings(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    }
    expect(problems).toEqual([]);
    await close();
  });
});
