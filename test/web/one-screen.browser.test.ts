import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { announced, boardSite, button, row } from '../support/board-page.ts';
import { inFull } from '../support/runs.ts';
import { axeFindings } from '../support/web.ts';

const site = boardSite();

const open = (path: string, options = {}) =>
  site.open(path, { viewport: { width: 1440, height: 900 }, ...options });
const pool = (page: Page) => page.locator('.pool .tile');
const bar = (page: Page, item: string) => page.getByRole('group', { name: `Move “${item}” to` });
const focused = (page: Page) => page.evaluate("document.activeElement?.textContent ?? ''");
const tiers = (page: Page) => page.locator('.tier');
const head = (page: Page, name: string) =>
  page.getByRole('region', { name, exact: true }).locator('.tier-head');
/** Whether all of an element can be seen: it is in the window, and nothing lies over its corners. */
const isInSight = (page: Page, selector: string) =>
  page.evaluate<boolean>(`(() => {
    const element = document.querySelector(${JSON.stringify(selector)});
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const corners = [[left + 9, top + 9], [right - 9, top + 9], [left + 9, bottom - 9], [right - 9, bottom - 9]];
    return corners.every(([x, y]) => element.contains(document.elementFromPoint(x, y)));
  })()`);
const fillCustom = async (page: Page, count: number) => {
  const items = Array.from({ length: count }, (_, index) => `Item ${index + 1}`);
  await page.getByLabel('Your items').fill(items.join('\n'));
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await announced(page, `Items added: ${count}.`);
};

const sizes = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
] as const;

describe.each(inFull ? sizes : [sizes[0], sizes[2]])('a window of $width by $height', (viewport) => {
  it('shows the top tier and the pool together, and the pool beside the lowest tier', async () => {
    // 1: 30 items and 6 tiers. 57: 54 items.
    for (const path of ['/tier/1', '/tier/57']) {
      const { page, problems, close } = await open(path, { viewport });
      const together = async (tier: string) => [
        await isInSight(page, tier),
        await isInSight(page, '.pool li'),
      ];
      expect(await together('.tier:first-child')).toEqual([true, true]);
      await tiers(page).last().getByRole('button').scrollIntoViewIfNeeded();
      await tiers(page).last().locator('.tier-edit').focus();
      expect(await together('.tier:last-child')).toEqual([true, true]);
      expect(problems).toEqual([]);
      await close();
    }
  });

  it('has no wider page, and no finding, with 60 items of which one is picked up', async () => {
    const { page, problems, close } = await open('/tier/custom', { viewport, colorScheme: 'dark' });
    await fillCustom(page, 60);
    await page.evaluate("document.querySelector('.tier').scrollIntoView()");
    expect([await isInSight(page, '.tier'), await isInSight(page, '.pool li')]).toEqual([true, true]);
    await button(page, 'Item 1').click();
    expect([await isInSight(page, '.tier'), await isInSight(page, '.pool li')]).toEqual([true, true]);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    expect(await axeFindings(page)).toEqual([]);
    expect(problems).toEqual([]);
    await close();
  });
});

describe.each([
  { width: 1024, height: 450 },
  { width: 844, height: 390 },
])('a low window of $width by $height', (viewport) => {
  it('leaves the tiers half of its height while an item is picked up, whose text can be changed', async () => {
    const { page, problems, close } = await open('/tier/custom', { viewport });
    await fillCustom(page, 30);
    await page.evaluate("document.querySelector('.tier').scrollIntoView()");
    await button(page, 'Item 1').click();
    expect([await isInSight(page, '.tier'), await isInSight(page, '.pool li')]).toEqual([true, true]);
    expect((await page.locator('.dock').boundingBox())?.height).toBeLessThanOrEqual(viewport.height / 2);
    await page.getByLabel('Text', { exact: true }).fill('Tea');
    await bar(page, 'Tea').getByRole('button', { name: 'F', exact: true }).click();
    await announced(page, 'Tea: Tier F, 1 of 1');
    expect(await axeFindings(page)).toEqual([]);
    expect(problems).toEqual([]);
    await close();
  });
});

describe('the label of an item', () => {
  it('is as large as its longest word allows, and no word of a usual length is broken', async () => {
    const { page, problems, close } = await open('/tier/custom');
    await page.getByLabel('Your items').fill('Tea\nHamburger\nChocolate fondue');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const label = (name: string) => button(page, name).locator('.tile-label');
    const size = (name: string) =>
      label(name).evaluate((element: HTMLElement) => Number.parseFloat(getComputedStyle(element).fontSize));
    expect(await size('Tea')).toBeGreaterThan(14);
    expect(await size('Hamburger')).toBeLessThan(await size('Tea'));
    const lines = (name: string) =>
      label(name).evaluate((element: HTMLElement) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return new Set([...range.getClientRects()].map(({ top }) => top)).size;
      });
    expect([await lines('Hamburger'), await lines('Chocolate fondue')]).toEqual([1, 2]);
    expect(problems).toEqual([]);
    await close();
  });
});

describe('ranking one item after another', () => {
  it('picks up the next item of the pool after a tap on a tier', async () => {
    const { page, problems, close } = await open('/tier/1', {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    const [first = '', second = '', third = ''] = await pool(page).allTextContents();
    await button(page, first).tap();
    await head(page, 'Tier S').tap();
    await announced(page, `${first}: Tier S, 1 of 1. Next: ${second}`);
    await page.getByRole('list', { name: 'Tier A', exact: true }).tap();
    await announced(page, `${second}: Tier A, 1 of 1. Next: ${third}`);
    await bar(page, third).getByRole('button', { name: 'S', exact: true }).tap();
    expect(await row(page, 'Tier S').allTextContents()).toEqual([first, third]);
    expect(await row(page, 'Tier A').allTextContents()).toEqual([second]);
    expect(problems).toEqual([]);
    await close();
  });

  it('works with the mouse, ends with the pool, and leaves the focus on what was moved', async () => {
    const { page, problems, close } = await open('/tier/custom');
    await fillCustom(page, 2);
    await button(page, 'Item 2').click();
    await head(page, 'Tier B').click();
    expect(await bar(page, 'Item 1').count()).toBe(1);
    await head(page, 'Tier C').click();
    await announced(page, 'Item 1: Tier C, 1 of 1');
    expect(await page.locator('.move-bar').count()).toBe(0);
    expect(await focused(page)).toBe('Item 1');
    // From a tier nothing else is picked up.
    await button(page, 'Item 2').click();
    await head(page, 'Tier C').click();
    expect(await row(page, 'Tier C').allTextContents()).toEqual(['Item 1', 'Item 2']);
    expect(await page.locator('.move-bar').count()).toBe(0);
    expect(await focused(page)).toBe('Item 2');
    expect(problems).toEqual([]);
    await close();
  });

  it('works with the keyboard, and Escape puts the next item back where it was', async () => {
    const { page, problems, close } = await open('/tier/1');
    const [first = '', second = '', third = ''] = await pool(page).allTextContents();
    await button(page, first).press('Enter');
    await page.keyboard.press('1');
    await announced(page, `Next: ${second}`);
    await page.keyboard.press('2');
    await announced(page, `Next: ${third}`);
    expect(await focused(page)).toBe(third);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Escape');
    expect((await pool(page).allTextContents())[0]).toBe(third);
    expect(await row(page, 'Tier S').allTextContents()).toEqual([first]);
    expect(await row(page, 'Tier A').allTextContents()).toEqual([second]);
    expect(problems).toEqual([]);
    await close();
  });

  it('leaves the focus on an item that was dragged, and on the button that moved a tier', async () => {
    const { page, problems, close } = await open('/tier/1');
    const [from, to] = [await button(page, 'Sushi').boundingBox(), await tiers(page).nth(1).boundingBox()];
    if (from === null || to === null) throw new Error('nothing is visible');
    await page.mouse.move(from.x + 20, from.y + 20);
    await page.mouse.down();
    await page.mouse.move(from.x + 30, from.y + 10, { steps: 3 });
    await page.mouse.move(to.x + 130, to.y + 40, { steps: 12 });
    await page.mouse.up();
    await announced(page, 'Sushi: Tier A, 1 of 1');
    expect(await focused(page)).toBe('Sushi');
    await page.getByRole('button', { name: 'Edit tier B' }).click();
    const tools = page.getByRole('region', { name: 'Tier B', exact: true });
    await tools.getByRole('button', { name: 'Move up' }).click();
    expect(await focused(page)).toBe('Move up');
    await tools.getByRole('button', { name: 'Move up' }).click();
    await announced(page, 'Tier B is now row 1 of 6.');
    // A tier in the first row can only move down.
    expect(await focused(page)).toBe('Move down');
    expect(problems).toEqual([]);
    await close();
  });
});

describe('arranging all items', () => {
  it('shuffles the pool, sorts it back, and undoes both', async () => {
    const { page, problems, close } = await open('/tier/1');
    const inOrder = await pool(page).allTextContents();
    await page.getByRole('button', { name: 'Shuffle' }).click();
    const mixed = await pool(page).allTextContents();
    expect(mixed).not.toEqual(inOrder);
    expect(mixed.toSorted()).toEqual(inOrder.toSorted());
    await page.getByRole('button', { name: 'Original order' }).click();
    expect(await pool(page).allTextContents()).toEqual(inOrder);
    await page.getByRole('button', { name: 'Undo' }).click();
    expect(await pool(page).allTextContents()).toEqual(mixed);
    expect(problems).toEqual([]);
    await close();
  });

  it('puts the rest into one tier', async () => {
    const { page, problems, close } = await open('/tier/1');
    await button(page, 'Pizza').press('6');
    await page.getByRole('button', { name: 'Put the rest into one tier' }).click();
    const places = page.getByRole('group', { name: 'Put the remaining 29 into' });
    expect(await axeFindings(page)).toEqual([]);
    await places.getByRole('button', { name: 'F', exact: true }).click();
    await announced(page, 'Items moved to Tier F: 29.');
    expect((await row(page, 'Tier F').allTextContents())[0]).toBe('Pizza');
    expect(await row(page, 'Tier F').count()).toBe(30);
    expect(await focused(page)).toBe('Sushi');
    expect(await page.getByRole('button', { name: 'Shuffle' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Undo' }).click();
    expect(await pool(page).count()).toBe(29);
    expect(problems).toEqual([]);
    await close();
  });

  it('hides the labels of items with a picture, but not their names', async () => {
    const { page, problems, close } = await open('/tier/1');
    const label = pool(page).first().locator('.tile-label');
    const width = async () => (await label.boundingBox())?.width ?? 0;
    expect(await width()).toBeGreaterThan(10);
    await page.getByRole('button', { name: 'Hide labels' }).click();
    expect(await width()).toBeLessThan(2);
    expect(await button(page, 'Pizza').count()).toBe(1);
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Hide labels' }).click();
    expect(await width()).toBeGreaterThan(10);
    expect(problems).toEqual([]);
    await close();
  });
});
