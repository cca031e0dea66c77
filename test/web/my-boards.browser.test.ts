import { text } from 'node:stream/consumers';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { boardSite, button, openBoard, row } from '../support/board-page.ts';
import { linkOf } from '../support/links.ts';
import { axeFindings } from '../support/web.ts';

const site = boardSite();

/** @param script runs in the page before its own */
const open = async (
  path: string,
  { script = '', ...options }: BrowserContextOptions & { script?: string } = {},
) => {
  const watched = await site.openWindow(options);
  if (script !== '') await watched.page.addInitScript(script);
  await openBoard(watched.page, path);
  return watched;
};
const ready = (page: Page) => page.locator('.pool').waitFor();
const secondTab = async (page: Page, path: string) => {
  const tab = await page.context().newPage();
  await openBoard(tab, path);
  return tab;
};
const says = (page: Page, text: string) => page.locator('.board-notices').getByText(text).waitFor();
/** Waits until the list has boards of these names, in this order. */
const names = (page: Page, expected: readonly string[]) =>
  expect.poll(() => page.locator('.board-name > :first-child').allTextContents()).toEqual(expected);
const drop = (page: Page, name: string, content: string) =>
  page.evaluate(`{
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([${JSON.stringify(content)}], ${JSON.stringify(name)}, { type: 'application/json' }));
    document.querySelector('.pool').dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  }`);
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const dishes = { templateId: 1, title: 'Dishes', tiers: [{ title: 'Top', items: ['item_3'] }] };
/** Every write to a database fails as it does when there is no space left. */
const fullStorage = `{
  const { add } = IDBObjectStore.prototype;
  window.fill = () => { IDBObjectStore.prototype.add = () => { throw new DOMException('no', 'QuotaExceededError'); }; };
  window.makeRoom = () => { IDBObjectStore.prototype.add = add; };
}`;

describe('a board', () => {
  it('is stored at once, however soon the page is left', async () => {
    const { page, problems, close } = await open('/tier/1');
    for (const [tier, name] of ['Pizza', 'Sushi', 'Ramen'].entries()) {
      // The page is left in the same task in which the change is handled.
      await button(page, name).focus();
      await page.evaluate(
        `document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: '${tier + 1}', bubbles: true }));
         Promise.resolve().then(() => Promise.resolve()).then(() => location.reload())`,
      );
      await page.waitForEvent('load');
      await ready(page);
      expect(await row(page, `Tier ${'SAB'.charAt(tier)}`).allTextContents()).toEqual([name]);
    }
    expect(problems).toEqual([]);
    await close();
  });

  it('is taken over once from where earlier versions stored it', async () => {
    const tiers = [{ key: 0, title: 'Old', color: null, items: ['item_3'] }];
    const old = { title: 'Mine', locale: 'en', theme: 'paper', aspectRatio: '1:1', tiers, pool: [], own: [] };
    const text = JSON.stringify({ version: 1, pageLocale: 'en', board: old });
    const { page, problems, close } = await open('/tier/2', {
      script: `if (!sessionStorage.length) {
        localStorage.setItem('tierpress:board:1', ${JSON.stringify(text)});
        sessionStorage.setItem('done', 'yes');
      }`,
    });
    await openBoard(page, '/tier/1');
    expect(await row(page, 'Tier Old').allTextContents()).toHaveLength(1);
    expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Mine');
    await page.reload();
    await ready(page);
    expect(await row(page, 'Tier Old').allTextContents()).toHaveLength(1);
    expect(await page.evaluate('Object.keys(localStorage)')).toEqual([]);
    expect(problems).toEqual([]);
    await close();
  });
});

describe('two tabs', () => {
  it('show the changes of each other at once', async () => {
    const { page: left, problems, close } = await open('/tier/1');
    await button(left, 'Pizza').press('1');
    const right = await secondTab(left, '/tier/1');
    expect(await row(right, 'Tier S').allTextContents()).toEqual(['Pizza']);
    await button(right, 'Sushi').press('1');
    await left.getByRole('region', { name: 'Tier S' }).getByText('Sushi').waitFor();
    await button(left, 'Pizza').press('2');
    await right.getByRole('region', { name: 'Tier A' }).getByText('Pizza').waitFor();
    expect(await row(right, 'Tier S').allTextContents()).toEqual(['Sushi']);
    expect(await left.locator('.board-notices').textContent()).toBe('');
    expect(problems).toEqual([]);
    await close();
  });

  it('keep both boards when one could not store its change while the other went on', async () => {
    const { page: left, problems, close } = await open('/tier/1');
    await button(left, 'Pizza').press('1');
    const right = await left.context().newPage();
    await right.addInitScript(fullStorage);
    await openBoard(right, '/tier/1');
    await right.evaluate('fill()');
    await button(right, 'Sushi').press('2');
    await says(right, 'The last change could not be stored.');
    await button(left, 'Ramen').press('3');
    await right.evaluate('makeRoom()');
    await button(right, 'Tacos').press('4');
    await says(
      right,
      'This board was changed in another tab, too. Both are kept: yours is now “World Dishes (copy)”.',
    );
    expect(await axeFindings(right)).toEqual([]);
    expect(await row(right, 'Tier A').allTextContents()).toEqual(['Sushi']);
    expect(await row(left, 'Tier B').allTextContents()).toEqual(['Ramen']);
    expect(await row(left, 'Tier A').count()).toBe(0);
    await button(right, 'Done').click();
    expect(await right.locator('.board-notices').textContent()).toBe('');
    expect(problems).toEqual([]);
    await close();
  });
});

describe('without storage', () => {
  it.each([
    ['is blocked', "indexedDB.open = () => { throw new DOMException('no', 'SecurityError'); };"],
    ['does not answer', 'indexedDB.open = () => new EventTarget();'],
    ['is missing', "Object.defineProperty(window, 'indexedDB', { value: undefined });"],
  ])('the page says so and goes on when it %s', async (_, script) => {
    const { page, problems, close } = await open('/tier/1', { script });
    await says(page, 'Your browser does not let this page store anything');
    await button(page, 'Pizza').press('1');
    expect(await row(page, 'Tier S').allTextContents()).toEqual(['Pizza']);
    expect(await axeFindings(page)).toEqual([]);
    expect(problems).toEqual([]);
    await close();
  });
});

describe('a board that was started over', () => {
  it('comes back after a reload, too', async () => {
    const { page, problems, close } = await open('/tier/custom');
    await page.getByLabel('Your items').fill('Tea\nCoffee');
    await button(page, 'Add').click();
    await button(page, 'Tea').press('1');
    await button(page, 'Start over').click();
    expect(await page.locator('.tile').count()).toBe(0);
    await page.reload();
    await ready(page);
    expect(await page.locator('.tile').count()).toBe(0);
    await button(page, 'Undo').click();
    expect(await row(page, 'Tier S').allTextContents()).toEqual(['Tea']);
    expect(problems).toEqual([]);
    await close();
  });
});

describe('the list of boards', () => {
  it('opens, names, copies and deletes boards, with the keyboard alone', async () => {
    const { page, problems, close } = await open('/tier/1');
    await button(page, 'Pizza').press('1');
    await button(page, 'My boards').press('Enter');
    await names(page, ['World Dishes']);
    await button(page, 'New board').press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await button(page, 'Sushi').press('2');
    expect(await row(page, 'Tier S').count()).toBe(0);
    await button(page, 'My boards').press('Enter');
    await names(page, ['World Dishes 2', 'World Dishes']);
    expect(await axeFindings(page)).toEqual([]);

    await button(page, 'Rename: World Dishes 2').press('Enter');
    await page.keyboard.press('Escape');
    await button(page, 'Rename: World Dishes 2').press('Enter');
    await page.keyboard.type('Lunch');
    await page.keyboard.press('Enter');
    await names(page, ['Lunch', 'World Dishes']);
    await page.locator('[aria-label="Rename: Lunch"]:focus').waitFor();
    await button(page, 'Duplicate: Lunch').press('Enter');
    await names(page, ['Lunch', 'Lunch (copy)', 'World Dishes']);
    await button(page, 'Delete: Lunch').press('Enter');
    await names(page, ['Lunch (copy)', 'World Dishes']);
    expect(await axeFindings(page)).toEqual([]);
    // The focus is on the button that undoes it.
    await page.keyboard.press('Enter');
    await names(page, ['Lunch', 'Lunch (copy)', 'World Dishes']);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^World Dishes/ })
      .press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(await row(page, 'Tier S').allTextContents()).toEqual(['Pizza']);
    expect(await button(page, 'Undo').isDisabled()).toBe(true);
    await page.reload();
    await ready(page);
    expect(await row(page, 'Tier S').allTextContents()).toEqual(['Pizza']);
    await button(page, 'My boards').press('Enter');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(problems).toEqual([]);
    await close();
  });

  it('opens boards of other pages there, by touch', async () => {
    const { page, problems, close } = await open('/tier/custom', phone);
    await page.getByLabel('Your items').fill('Tea');
    await button(page, 'Add').tap();
    await openBoard(page, '/tier/1');
    await button(page, 'My boards').tap();
    await names(page, ['Your own tier list']);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    expect(await axeFindings(page)).toEqual([]);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Your own tier list/ })
      .tap();
    await page.waitForURL('**/tier/custom');
    await button(page, 'Tea').waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it.each([
    ['zh', '我的排行', '新建排行'],
    ['ru', 'Мои доски', 'Новая доска'],
  ])('speaks the language of the page: %s', async (lang, title, create) => {
    const { page, close } = await open(`/tier/1?lang=${lang}`);
    await button(page, title).click();
    await button(page, create).waitFor();
    await close();
  });
});

describe('a file of a board', () => {
  it('gives the same board when it is opened', async () => {
    const { page, problems, close } = await open('/tier/custom');
    await page.getByLabel('Your items').fill('Tea\n🍵 Matcha\nCoffee\nhttps://example.org/a.png Photo');
    await button(page, 'Add').click();
    await button(page, 'Coffee').press('1');
    await button(page, 'Tea').press('3');
    await page.getByLabel('Title', { exact: true }).fill('Hot drinks');
    await page.getByRole('radio', { name: 'Paper' }).check();
    await button(page, 'Edit tier A').click();
    await page.getByLabel('Tier title').nth(1).fill('Fine');
    await page.getByLabel('Colour').nth(1).fill('#12ab34');
    const before = await page.locator('.as-request code').first().textContent();
    await button(page, 'My boards').click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      button(page, 'Save this board as a file').click(),
    ]);
    expect(download.suggestedFilename()).toBe('hot-drinks.json');
    const saved = await text(await download.createReadStream());
    expect(JSON.parse(saved)).toEqual(JSON.parse(before ?? ''));

    await page.getByLabel('Open a file').setInputFiles({
      name: 'board.json',
      mimeType: 'application/json',
      buffer: Buffer.from(saved),
    });
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.getByRole('status').filter({ hasText: '“Hot drinks 2” is open.' }).waitFor();
    expect(await page.locator('.as-request code').first().textContent()).toBe(before);
    await button(page, 'My boards').click();
    await names(page, ['Hot drinks 2', 'Hot drinks']);
    expect(problems).toEqual([]);
    await close();
  });

  it('is opened when it is dropped or pasted, also on a page that takes photos, and for another template', async () => {
    const { page, problems, close } = await open('/tier/custom');
    await drop(
      page,
      'dragged.json',
      JSON.stringify({ items: ['Tea'], tiers: [{ title: 'Best', items: [0] }] }),
    );
    await page.getByRole('region', { name: 'Tier Best' }).getByText('Tea').waitFor();
    await drop(page, 'dishes.json', JSON.stringify(dishes));
    await page.waitForURL('**/tier/1');
    await ready(page);
    expect(await row(page, 'Tier Top').allTextContents()).toEqual(['Hamburger']);
    expect(problems).toEqual([]);
    await close();
  });
});

describe('a link or request that is pasted', () => {
  it('becomes a board of its own', async () => {
    const { page, problems, close } = await open('/tier/1');
    await button(page, 'Pizza').press('1');
    await button(page, 'My boards').click();
    await page.getByLabel('Link to a ranking').fill(` https://example.org/tier/1?b=${linkOf(dishes)} `);
    await button(page, 'Open').click();
    await page.getByRole('region', { name: 'Tier Top' }).getByText('Hamburger').waitFor();
    await button(page, 'My boards').click();
    await names(page, ['Dishes', 'World Dishes']);
    expect(problems).toEqual([]);
    await close();
  });

  it('is refused with the reason, and destroys nothing', async () => {
    const { page, problems, close } = await open('/tier/1');
    await button(page, 'Pizza').press('1');
    await button(page, 'My boards').click();
    const alert = page.getByRole('dialog').getByRole('alert');
    for (const [pasted, message] of [
      ['Tea, Coffee', 'This is neither a link to a ranking nor an API request as JSON.'],
      ['https://example.org/tier/1?b=1broken', 'The service rejected this board: b: is'],
      ['{"templateId":1,"tiers":[{"title":"S","items":["item_999"]}]}', 'tiers[0].items[0]'],
      ['{"templateId":99999,"tiers":[{"title":"S","items":[]}]}', 'This template is no longer available.'],
    ] as const) {
      await page.getByLabel('Link to a ranking').fill(pasted);
      await button(page, 'Open').click();
      await alert.filter({ hasText: message }).waitFor();
      expect(await page.getByLabel('Link to a ranking').inputValue()).toBe(pasted);
    }
    expect(await axeFindings(page)).toEqual([]);
    await names(page, ['World Dishes']);
    await button(page, 'Done').click();
    await drop(page, 'nonsense.json', 'nonsense');
    await alert.filter({ hasText: 'This is neither a link' }).waitFor();
    await page.keyboard.press('Escape');
    expect(await row(page, 'Tier S').allTextContents()).toEqual(['Pizza']);
    expect(problems).toEqual([]);
    await close();
  });
});
