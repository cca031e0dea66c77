import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { boardSite, button, shownPreview } from '../support/board-page.ts';
import { axeFindings } from '../support/web.ts';

const site = boardSite();

const open = (path: string, options = {}) =>
  site.open(path, { viewport: { width: 1440, height: 900 }, ...options });
const rows = (page: Page, name: string) =>
  page.getByRole('region', { name, exact: true }).getByRole('listitem').allTextContents();
const stage = (page: Page, text: string) => page.locator('.stage').getByText(text, { exact: true }).waitFor();
const present = (page: Page) => page.getByRole('button', { name: 'Present' });

describe('the presentation', () => {
  it('places one item after another with digits, turns over, and ends with Escape', async () => {
    const { page, problems, close } = await open('/tier/1');
    const [first = '', second = '', third = ''] = await page.locator('.pool .tile').allTextContents();
    await present(page).click();
    await stage(page, first);
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('1');
    await stage(page, second);
    await page.getByText('1 of 30 placed').waitFor();
    await page.keyboard.press('ArrowRight');
    await stage(page, third);
    await page.keyboard.press('2');
    await page.keyboard.press('ArrowLeft');
    await stage(page, second);
    await page.keyboard.press('9');
    await stage(page, second);
    await page.keyboard.press('Control+z');
    await page.getByText('1 of 30 placed').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.presentation').waitFor({ state: 'detached' });
    expect(await page.evaluate('document.activeElement?.textContent')).toBe('Present');
    expect([await rows(page, 'Tier S'), await rows(page, 'Tier A')]).toEqual([[first], []]);
    expect(problems).toEqual([]);
    await close();
  });

  it('works by touch up to the last item', async () => {
    const { page, problems, close } = await open('/tier/custom', {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    await page.getByLabel('Your items').fill('Tea\nCoffee');
    await page.getByRole('button', { name: 'Add', exact: true }).tap();
    await present(page).tap();
    const dialog = page.getByRole('dialog', { name: 'Present' });
    await stage(page, 'Tea');
    await dialog.getByRole('button', { name: 'Skip' }).tap();
    await stage(page, 'Coffee');
    await dialog.getByRole('button', { name: 'A', exact: true }).tap();
    await stage(page, 'Tea');
    await dialog.getByRole('button', { name: 'S', exact: true }).tap();
    await stage(page, 'All items are placed.');
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Done' }).tap();
    await dialog.waitFor({ state: 'detached' });
    expect([await rows(page, 'Tier S'), await rows(page, 'Tier A')]).toEqual([['Tea'], ['Coffee']]);
    expect(problems).toEqual([]);
    await close();
  });
});

describe('the colours of a board', () => {
  it('are chosen from swatches, with the arrow keys too', async () => {
    const { page, problems, close } = await open('/tier/1');
    await button(page, 'Pizza').press('1');
    await page.getByRole('radio', { name: 'Night' }).focus();
    await page.keyboard.press('ArrowRight');
    expect(await page.getByRole('radio', { name: 'Paper' }).isChecked()).toBe(true);
    const colors = () =>
      page.evaluate<string[]>(
        "[...document.querySelectorAll('.tier-head')].map((head) => getComputedStyle(head).backgroundColor)",
      );
    const before = await colors();
    await page.getByRole('radio', { name: 'Ocean' }).check();
    const after = await colors();
    expect(new Set(after).size).toBe(6);
    expect(after).not.toEqual(before);
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('radio', { name: 'Original' }).check();
    expect(await colors()).toEqual(before);
    expect(problems).toEqual([]);
    await close();
  });

  it('keep tiers apart when the system chooses the colours', async () => {
    const { page, problems, close } = await open('/tier/1', { forcedColors: 'active' });
    await button(page, 'Pizza').click();
    const styles = await page.evaluate<string[][]>(
      `[...document.querySelectorAll('.tier')].map((tier) => {
        const head = getComputedStyle(tier.querySelector('.tier-head'));
        return [head.backgroundColor, head.forcedColorAdjust, getComputedStyle(tier).borderTopStyle];
      })`,
    );
    expect(new Set(styles.map(([color]) => color)).size).toBe(6);
    for (const [, adjust, border] of styles) expect([adjust, border]).toEqual(['none', 'solid']);
    expect(await axeFindings(page)).toEqual([]);
    expect(problems).toEqual([]);
    await close();
  });
});

describe('printing', () => {
  const visibleText = (page: Page) => page.evaluate<string>('document.body.innerText.trim()');
  const countPages = async (page: Page) =>
    (await page.pdf({ printBackground: false })).toString('latin1').match(/\/Type\s*\/Page\b/g)?.length;

  it('prints the image alone, on one sheet', async () => {
    const { page, problems, close } = await open('/tier/1');
    await button(page, 'Pizza').press('1');
    await shownPreview(page).waitFor();
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.preview-image').isVisible()).toBe(true);
    for (const part of ['header', 'h1', '.tier', '.pool', '.share', '.preview .actions', 'footer'])
      expect(await page.locator(part).first().isVisible()).toBe(false);
    expect(await visibleText(page)).toBe('');
    expect(await countPages(page)).toBe(1);
    expect(problems).toEqual([]);
    await close();
  });

  it('prints the image of a shared board alone', async () => {
    const { page, close } = await open('/tier/1');
    await button(page, 'Pizza').press('1');
    await page.getByRole('button', { name: 'Share' }).click();
    await page.goto(await page.getByLabel('Link to this ranking').inputValue());
    await page.locator('.shared-actions button').waitFor();
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('#shared-board img').isVisible()).toBe(true);
    expect(await visibleText(page)).toBe('');
    expect(await countPages(page)).toBe(1);
    await close();
  });
});
