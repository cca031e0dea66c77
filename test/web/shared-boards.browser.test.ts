import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { RenderRequest } from '../../src/model/request.ts';
import { boardSite, button } from '../support/board-page.ts';
import { linkOf } from '../support/links.ts';
import { axeFindings } from '../support/web.ts';

const site = boardSite();

const dishes: RenderRequest = {
  templateId: 1,
  title: 'My dishes',
  theme: 'paper',
  aspectRatio: '16:9',
  tracks: [{ title: 'A', color: '#00aa88' }],
  tiers: [
    { title: 'S', items: ['item_3', 'item_0'] },
    { title: 'A', items: ['item_5'] },
  ],
};
const open = async (path: string, options = {}) => {
  const watched = await site.openWindow({ viewport: { width: 1280, height: 900 }, ...options });
  await watched.page.goto(path);
  return watched;
};
const rows = (page: Page) =>
  page
    .locator('.tiers')
    .getByRole('list')
    .evaluateAll((lists) => lists.map((list) => [...list.children].map((item) => item.textContent?.trim())));
const editor = (page: Page) => page.locator('.pool').waitFor();

describe('sharing a board', () => {
  it('gives a link that opens the same board in another browser, and costs nothing', async () => {
    const mine = await open('/tier/1', { permissions: ['clipboard-read', 'clipboard-write'] });
    await editor(mine.page);
    expect(await button(mine.page, 'Share').isDisabled()).toBe(true);
    await mine.page.getByRole('button', { name: 'Pizza', exact: true }).press('2');
    await mine.page.getByLabel('Title', { exact: true }).fill('Mine');
    await button(mine.page, 'Share').click();
    await button(mine.page, 'Link copied').waitFor();
    const link = await mine.page.evaluate<string>('navigator.clipboard.readText()');
    expect(link).toMatch(new RegExp(`^${site.url}/tier/1\\?b=[01][\\w-]+$`));
    expect(await mine.page.getByLabel('Link to this ranking').inputValue()).toBe(link);
    const before = await rows(mine.page);
    await mine.page.getByRole('button', { name: 'Pizza', exact: true }).press('1');
    await button(mine.page, 'Share').waitFor();
    expect(mine.problems).toEqual([]);
    await mine.close();

    const other = await open(link.replace(site.url, ''));
    await other.page.getByRole('heading', { level: 1, name: 'Mine' }).waitFor();
    await button(other.page, 'Make your own from this').click();
    await editor(other.page);
    expect(await rows(other.page)).toEqual(before);
    expect(other.page.url()).toBe(`${site.url}/tier/1`);
    expect(other.problems).toEqual([]);
    await other.close();
  });

  it('shows the link where nothing can be copied', async () => {
    const { page, close } = await open('/tier/1');
    await editor(page);
    await page.evaluate("navigator.clipboard.writeText = () => Promise.reject(new Error('no'))");
    await page.getByRole('button', { name: 'Pizza', exact: true }).press('2');
    await button(page, 'Share').click();
    expect(await page.getByLabel('Link to this ranking').inputValue()).toContain('/tier/1?b=');
    await close();
  });

  it('says in one line that a board is too large', async () => {
    const { page, close } = await open('/tier/custom');
    await editor(page);
    // Texts of random characters, which nothing makes smaller.
    const lines = Array.from({ length: 80 }, (_, i) =>
      Array.from({ length: 6 }, (_, j) =>
        Math.abs(Math.sin(i * 31 + j))
          .toString(36)
          .slice(2),
      ).join(''),
    ).map(
      (line) =>
        `${line.slice(0, 60)}${[...line.slice(0, 50)].map((c) => String.fromCodePoint(0x4e00 + c.charCodeAt(0) * 97)).join('')}`,
    );
    await page.getByLabel('Your items').fill(lines.join('\n'));
    await button(page, 'Add').click();
    await page.locator('.pool button.tile').first().press('1');
    await button(page, 'Share').click();
    await page.locator('.share').getByText('This board is too large for a link.').waitFor();
    await close();
  });
});

describe('a board that is opened from a link', () => {
  it('is seen first as its finished image, with nothing wrong for any reader', async () => {
    const { page, problems, close } = await open(`/tier/1?b=${linkOf(dishes)}`);
    const image = page.locator('#shared-board img');
    await image.waitFor();
    await button(page, 'Make your own from this').waitFor();
    const width =
      "(async (image) => (await image.decode(), image.naturalWidth))(document.querySelector('#shared-board img'))";
    expect(await page.evaluate<number>(width)).toBe(1920);
    expect(await page.locator('.pool').count()).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
    expect(problems).toEqual([]);
    await close();
  });

  it('is copied with its look, and leaves the boards that people have made alone', async () => {
    const { page, problems, close } = await open('/tier/1');
    await editor(page);
    await page.getByRole('button', { name: 'Pizza', exact: true }).press('3');
    await page.goto(`/tier/1?b=${linkOf(dishes)}`);
    await button(page, 'Make your own from this').click();
    await editor(page);
    expect((await rows(page)).map((row) => row.length)).toEqual([2, 1]);
    expect(await page.getByRole('radio', { name: 'Paper' }).isChecked()).toBe(true);
    expect(await page.getByLabel('Aspect ratio').inputValue()).toBe('16:9');
    await page.getByRole('status').filter({ hasText: 'This is your copy now.' }).waitFor();
    expect(page.url()).toBe(`${site.url}/tier/1`);
    expect(await axeFindings(page)).toEqual([]);
    expect(problems).toEqual([]);
    await close();
  });

  it.each([
    ['zh', '在此基础上做自己的排行', '无法读取此链接中的排行'],
    ['ru', 'Сделать свой на этой основе', 'Рейтинг из этой ссылки прочитать не удалось'],
  ])('speaks the language of the page: %s', async (lang, make, unreadable) => {
    const { page, problems, close } = await open(
      `/tier/custom?lang=${lang}&b=${linkOf({ items: ['茶', 'Чай'], tiers: [{ title: 'S', items: [0, 1] }] })}`,
    );
    await button(page, make).click();
    await editor(page);
    expect(await rows(page)).toEqual([['茶', 'Чай']]);
    await page.goto(`/tier/custom?lang=${lang}&b=1broken`);
    await page.getByText(unreadable).waitFor();
    await editor(page);
    expect(problems).toEqual([]);
    await close();
  });

  it('fits a phone, in which sharing opens the menu of the system', async () => {
    const { page, close } = await open(`/tier/1?b=${linkOf(dishes)}`, {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    await button(page, 'Make your own from this').tap();
    await editor(page);
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(390);
    await page.evaluate('navigator.share = async (data) => { window.given = data.url; }');
    await button(page, 'Share').tap();
    // Not `waitForFunction`, whose polling the page's content security policy forbids.
    await expect.poll(() => page.evaluate<string | undefined>('window.given')).toContain('/tier/1?b=');
    await close();
  });
});
