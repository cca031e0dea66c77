import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { paper } from '../../src/themes/paper.ts';
import { announced, boardSite, button, row, shownPreview } from '../support/board-page.ts';
import { sampleOf } from '../support/runs.ts';
import { attacks, axeFindings, foreignElements } from '../support/web.ts';

const site = boardSite();

const { open } = site;
const channels = (color: string) =>
  [1, 3, 5].map((from) => Number.parseInt(color.slice(from, from + 2), 16)).join(', ');
const middle = async (page: Page, name: string) => {
  const box = await button(page, name).boundingBox();
  if (box === null) throw new Error(`${name} is not visible`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};
const rowMiddle = async (page: Page, name: string) => {
  const box = await page.getByRole('list', { name, exact: true }).boundingBox();
  if (box === null) throw new Error(`${name} is not visible`);
  return { x: box.x + 40, y: box.y + box.height / 2 };
};
interface Point {
  readonly x: number;
  readonly y: number;
}
/** @param held appears once the element is picked up */
async function dragWithFinger(page: Page, from: Point, to: Point, held: Locator): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: Point) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] });
  await touch('touchStart', from);
  await held.waitFor();
  for (let part = 1; part <= 12; part += 1) {
    const share = part / 12;
    await touch('touchMove', {
      x: from.x + (to.x - from.x) * share,
      y: from.y + (to.y - from.y) * share,
    });
  }
  await touch('touchEnd');
}
const requestShown = async (page: Page): Promise<object> =>
  JSON.parse((await page.locator('.as-request code').first().textContent()) ?? '');

describe('ranking items', () => {
  it('works with the mouse', async () => {
    const { page, problems, close } = await open('/tier/1');
    const [from, to] = [await middle(page, 'Pizza'), await rowMiddle(page, 'Tier A')];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + 10, from.y - 10, { steps: 3 });
    await page.mouse.move(to.x, to.y, { steps: 12 });
    await page.mouse.up();
    await announced(page, 'Pizza: Tier A, 1 of 1');
    expect(await row(page, 'Tier A').allTextContents()).toEqual(['Pizza']);
    expect(await button(page, 'Pizza').count()).toBe(1);
    await shownPreview(page).waitFor();
    expect(await requestShown(page)).toMatchObject({
      templateId: 1,
      tiers: [{}, { title: 'A', items: ['item_0'] }, {}, {}, {}, {}],
    });
    expect(problems).toEqual([]);
    await close();
  });

  it('works with a finger that rests before it moves', async () => {
    const { page, problems, close } = await open('/tier/1', {
      viewport: { width: 390, height: 1400 },
      hasTouch: true,
      isMobile: true,
    });
    const [from, to] = [await middle(page, 'Pizza'), await rowMiddle(page, 'Tier B')];
    await dragWithFinger(page, from, to, page.locator('li.chosen'));
    await announced(page, 'Pizza: Tier B, 1 of 1');
    expect(await row(page, 'Tier B').allTextContents()).toEqual(['Pizza']);
    expect(problems).toEqual([]);
    await close();
  });

  it('works with taps alone', async () => {
    const { page, problems, close } = await open('/tier/1', {
      hasTouch: true,
      isMobile: true,
      viewport: { width: 360, height: 740 },
    });
    await button(page, 'Sushi').tap();
    const bar = page.getByRole('group', { name: 'Move “Sushi” to' });
    await bar.getByRole('button', { name: 'C', exact: true }).tap();
    await announced(page, 'Sushi: Tier C, 1 of 1');
    expect(await bar.count()).toBe(0);
    await button(page, 'Sushi').tap();
    await bar.getByRole('button', { name: 'Not placed yet' }).tap();
    expect(await row(page, 'Tier C').count()).toBe(0);
    expect(problems).toEqual([]);
    await close();
  });

  it('works with the keyboard: digits, arrow keys, Escape and undo', async () => {
    const { page, problems, close } = await open('/tier/1');
    const press = (key: string) => page.keyboard.press(key);
    const focused = () => page.evaluate("document.activeElement?.textContent ?? ''");
    await page.getByRole('button', { name: 'Start over' }).focus();
    for (let tabs = 0; tabs < 12 && (await focused()) !== 'Pizza'; tabs += 1) await press('Tab');
    expect(await focused()).toBe('Pizza');
    await press('1');
    await announced(page, 'Pizza: Tier S, 1 of 1');
    // The next tile has the focus.
    await press('1');
    await announced(page, 'Sushi: Tier S, 2 of 2');
    await press('ArrowUp');
    expect(await focused()).toBe('Pizza');
    await press('Enter');
    await announced(page, 'Pizza picked up.');
    await press('ArrowRight');
    await announced(page, 'Pizza: Tier S, 2 of 2');
    await press('ArrowDown');
    await announced(page, 'Pizza: Tier A, 1 of 1');
    await press('Enter');
    await announced(page, 'Pizza dropped.');
    expect(await focused()).toBe('Pizza');
    await press('Space');
    await press('ArrowDown');
    await announced(page, 'Pizza: Tier B, 1 of 1');
    await press('Escape');
    await announced(page, 'Pizza put back.');
    expect(await row(page, 'Tier S').allTextContents()).toEqual(['Sushi']);
    expect(await row(page, 'Tier A').allTextContents()).toEqual(['Pizza']);
    await press('0');
    expect(await row(page, 'Tier A').count()).toBe(0);
    await press('Control+z');
    expect(await row(page, 'Tier A').allTextContents()).toEqual(['Pizza']);
    await press('Control+Shift+z');
    expect(await row(page, 'Tier A').count()).toBe(0);
    expect(problems).toEqual([]);
    await close();
  });
});

describe('the ranking board', () => {
  it('keeps the ranking over a reload and follows the language of the page', async () => {
    const { page, close } = await open('/tier/1');
    await button(page, 'Pizza').press('3');
    await page.getByRole('button', { name: 'Add a tier' }).click();
    await page.getByRole('button', { name: 'Edit tier New' }).click();
    await page.getByLabel('Tier title').last().fill('Mine');
    await page.getByLabel('Colour', { exact: true }).last().fill('#12ab34');
    await page.reload();
    expect(await row(page, 'Tier B').allTextContents()).toEqual(['Pizza']);
    expect(await requestShown(page)).toMatchObject({ tracks: [{ title: 'Mine', color: '#12ab34' }] });
    await page.goto('/tier/1?lang=ru');
    expect(await row(page, 'Ряд B').allTextContents()).toEqual(['Пицца']);
    expect(await requestShown(page)).toMatchObject({ locale: 'ru' });
    await close();
  });

  it('moves tiers up and down by their titles, with the mouse and with a finger', async () => {
    const { page, problems, close } = await open('/tier/1', { hasTouch: true });
    const heads = page.locator('.tier-head');
    const middleOf = async (index: number) => {
      const box = await heads.nth(index).boundingBox();
      if (box === null) throw new Error('the tier is not visible');
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    };
    await button(page, 'Pizza').press('1');
    const [from, to] = [await middleOf(0), await middleOf(2)];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x, from.y + 12, { steps: 3 });
    await page.mouse.move(to.x, to.y + 15, { steps: 12 });
    await page.mouse.up();
    await announced(page, 'Tier S is now row 3 of 6.');
    expect(await heads.allTextContents()).toEqual(['A', 'B', 'S', 'C', 'D', 'F']);
    expect(await row(page, 'Tier S').allTextContents()).toEqual(['Pizza']);
    await page.getByRole('button', { name: 'Undo' }).click();
    expect(await heads.allTextContents()).toEqual(['S', 'A', 'B', 'C', 'D', 'F']);

    await dragWithFinger(page, await middleOf(3), await middleOf(0), page.locator('.tier.chosen'));
    await announced(page, 'Tier C is now row 1 of 6.');
    expect(await heads.allTextContents()).toEqual(['C', 'S', 'A', 'B', 'D', 'F']);
    expect(await requestShown(page)).toMatchObject({
      tiers: [{ title: 'C' }, { items: ['item_0'] }, {}, {}, {}, {}],
    });
    expect(problems).toEqual([]);
    await close();
  });

  it('adds, renames, moves and removes tiers, and returns their items to the pool', async () => {
    const { page, problems, close } = await open('/tier/1');
    await button(page, 'Pizza').press('1');
    await page.getByRole('button', { name: 'Edit tier S' }).click();
    await page.getByRole('button', { name: 'Move down' }).first().click();
    await announced(page, 'Tier S is now row 2 of 6.');
    expect(await page.locator('.tier-head').allTextContents()).toEqual(['A', 'S', 'B', 'C', 'D', 'F']);
    const tools = page.getByRole('region', { name: 'Tier S' });
    await tools.getByLabel('Tier title').fill('Super');
    await page.getByRole('region', { name: 'Tier Super' }).getByRole('button', { name: 'Remove' }).click();
    expect(await page.locator('.tier-head').allTextContents()).toEqual(['A', 'B', 'C', 'D', 'F']);
    expect((await row(page, 'Not placed yet').allTextContents()).at(-1)).toBe('Pizza');
    const focused = () =>
      page.evaluate(
        () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
      );
    expect(await focused()).toBe('Edit tier B');
    const undo = page.getByRole('button', { name: 'Undo' });
    await undo.click();
    expect(await row(page, 'Tier Super').allTextContents()).toEqual(['Pizza']);
    while (await undo.isEnabled()) await undo.click();
    expect(await page.locator('.pool .tile').count()).toBe(30);
    expect(await focused()).toBe('Undo');
    expect(problems).toEqual([]);
    await close();
  });

  it('downloads the image as WebP and PNG, and copies the image and its address', async () => {
    const { page, problems, close } = await open('/tier/1', {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await button(page, 'Pizza').press('1');
    await shownPreview(page).waitFor();
    for (const format of ['WebP', 'PNG']) {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: `Download ${format}` }).click(),
      ]);
      expect(download.suggestedFilename()).toBe(`world-dishes.${format.toLowerCase()}`);
      expect(new URL(download.url()).pathname).toMatch(new RegExp(`^/images/.*\\.${format.toLowerCase()}$`));
    }
    await page.getByRole('button', { name: 'Copy image link' }).click();
    await announced(page, 'Copied');
    const address = await page.evaluate('navigator.clipboard.readText()');
    expect(address).toMatch(new RegExp(`^${site.url}/images/[\\w-]+\\.webp$`));
    expect((await fetch(String(address))).status).toBe(200);
    await page.getByText('The link works until').waitFor();
    await page.getByRole('button', { name: 'Copy image', exact: true }).click();
    const copied = 'navigator.clipboard.read().then((items) => items.flatMap((item) => item.types))';
    await expect.poll(() => page.evaluate(copied), { timeout: 10_000 }).toContain('image/png');
    expect(problems).toEqual([]);
    await close();
  });

  it('shows the reason when an image cannot be drawn', async () => {
    const { page, close } = await open('/tier/custom');
    await page.getByLabel('Your items').fill('a\u0007b');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.locator('.pool .tile').press('1');
    await page.getByText('must not contain the character U+0007').waitFor();
    await close();
  });

  it('receives the code of a failure in a header', async () => {
    const answer = await fetch(`${site.url}/tier/render`, { method: 'POST', body: '{}' });
    expect([answer.status, answer.headers.get('Tierpress-Failure')]).toEqual([415, 'unsupportedMediaType']);
  });

  it('names photos that could not be loaded, and reports items for which there was no room', async () => {
    const { page, close } = await open('/tier/custom?lang=ru');
    const items = ['http://localhost/a.png Кот', ...Array.from({ length: 80 }, (_, index) => `${index}`)];
    await page.getByLabel('Ваши пункты').fill(items.join('\n'));
    await page.getByRole('button', { name: 'Добавить', exact: true }).click();
    await page
      .getByRole('alert')
      .filter({ hasText: 'На доске может быть не больше 80 пунктов. Остальное осталось в поле.' })
      .waitFor();
    expect(await page.getByLabel('Ваши пункты').inputValue()).toBe('79');
    expect(await row(page, 'Ещё не распределено').count()).toBe(80);
    await page.locator('.pool .tile').first().press('1');
    await page.locator('.warnings summary', { hasText: 'Замечания к картинке: 1' }).click();
    await page.locator('.warning').waitFor();
    expect(await page.locator('.warning').textContent()).toContain('Изображение «Кот» загрузить не удалось');
    expect(await page.locator('.warning [lang=en]').textContent()).not.toBe('');
    await close();
  });

  it('keeps what it has already in the box, and lets texts of items be changed', async () => {
    const { page, problems, close } = await open('/tier/custom');
    const box = page.getByLabel('Your items');
    const add = page.getByRole('button', { name: 'Add', exact: true });
    await box.fill('1. 🍵 Tea\n2. Coffee');
    await add.click();
    await box.fill('Cocoa, coffee, Milk');
    await add.click();
    await page.getByText('Already on the board, so not added: coffee').waitFor();
    expect(await box.inputValue()).toBe('coffee');
    const pool = page.locator('.pool .tile');
    expect(await pool.locator('.tile-label').allTextContents()).toEqual(['Tea', 'Coffee', 'Cocoa', 'Milk']);
    expect(await pool.first().locator('.emoji').textContent()).toBe('🍵');
    await pool.nth(2).click();
    await page.getByLabel('Text', { exact: true }).fill('Hot chocolate');
    await page.getByRole('button', { name: 'Done', exact: true }).click();
    expect(await pool.nth(2).textContent()).toBe('Hot chocolate');
    expect(problems).toEqual([]);
    await close();
  });

  it('ranks own items: texts and photos', async () => {
    const { page, problems, close } = await open('/tier/custom');
    await page.getByLabel('Your items').fill('Tea\nhttps://photos.example/a.png A photo\n🍕 Pizza');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await announced(page, 'Items added: 3.');
    await button(page, 'Tea').press('1');
    await page.getByLabel('Title', { exact: true }).fill('Mine');
    await shownPreview(page).waitFor();
    expect(await requestShown(page)).toMatchObject({
      mode: 'custom',
      title: 'Mine',
      tiers: [{ items: [0] }, {}, {}, {}, {}, {}],
    });
    await button(page, 'Tea').click();
    await page.getByRole('button', { name: 'Remove item' }).click();
    await announced(page, 'Tea removed.');
    expect(await button(page, 'Tea').count()).toBe(0);
    expect(problems).toEqual([]);
    await close();
  });

  it('shows everything that is typed as text', async () => {
    const { page, problems, close } = await open('/tier/custom');
    const chosen = attacks.slice(0, 30);
    await page.getByLabel('Your items').fill(chosen.join('\n'));
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    expect(await row(page, 'Not placed yet').allTextContents()).toEqual(chosen);
    for (let added = 6; added < chosen.length; added += 1)
      await page.getByRole('button', { name: 'Add a tier' }).click();
    const titles = page.getByLabel('Tier title', { exact: true, includeHidden: true } as object);
    const edits = page.locator('.tier-edit');
    for (const [index, attack] of chosen.entries()) {
      await edits.nth(index).click();
      await titles.nth(index).fill(attack);
      await edits.nth(index).click();
      await page.getByLabel('Title', { exact: true }).fill(attack);
    }
    expect(await page.locator('.tier-head').allTextContents()).toEqual(chosen);
    await page.locator('.pool .tile').first().click();
    await page.locator('.move-place').first().click();
    expect(await page.locator(foreignElements).count()).toBe(0);
    await shownPreview(page).waitFor();
    await page.reload();
    await page.locator('.pool').waitFor();
    expect(await page.locator('.tier-head').allTextContents()).toEqual(chosen);
    expect(await page.locator(foreignElements).count()).toBe(0);
    expect(problems).toEqual([]);
    await close();
  });

  it.each(
    sampleOf([
      ['wide and light', { viewport: { width: 1280, height: 900 }, colorScheme: 'light' }],
      ['narrow and dark', { viewport: { width: 360, height: 740 }, colorScheme: 'dark' }],
    ] as const),
  )('is accessible and fits the window when %s', async (_, options) => {
    const { page, problems, close } = await open('/tier/1', options);
    const check = async () => {
      expect(await axeFindings(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    };
    await check();
    await button(page, 'Pizza').press('1');
    await shownPreview(page).waitFor();
    await page.getByRole('button', { name: 'Edit tier S' }).click();
    await page.locator('.as-request summary').click();
    await button(page, 'Sushi').click();
    await check();
    for (const name of ['Paper', 'Arcade']) {
      await page.getByRole('radio', { name }).check();
      await shownPreview(page).waitFor();
      await check();
    }
    await page.goto('/tier/custom?lang=zh');
    await page.locator('.pool').waitFor();
    await check();
    expect(problems).toEqual([]);
    await close();
  });

  it('has a title, a description, and a list of items without scripts', async () => {
    const page = await (await fetch(`${site.url}/tier/1?lang=ru`)).text();
    expect(page).toContain('<title>Блюда мира · tierpress</title>');
    expect(page).toMatch(/<meta name="description" content="Тридцать блюд/);
    const [, image = ''] = /<meta property="og:image" content="([^"]+)"/.exec(page) ?? [];
    const preview = await fetch(image.replaceAll('&amp;', '&'));
    expect(preview.headers.get('Content-Type')).toBe('image/png');
    const { format, width, height } = await sharp(await preview.arrayBuffer()).metadata();
    expect([format, width, height]).toEqual(['png', 1200, 675]);
    const { page: plain, close } = await site.openWindow({ javaScriptEnabled: false });
    await plain.goto('/tier/1');
    expect(await plain.locator('noscript li').first().textContent()).toBe('🍕 Pizza');
    await close();
  });

  it('loads emoji from /emoji/, which serves no other file', async () => {
    const pizza = await fetch(`${site.url}/emoji/1f355.svg`);
    expect([pizza.status, pizza.headers.get('Content-Type')]).toEqual([200, 'image/svg+xml']);
    expect(await pizza.text()).toMatch(/^<svg [^>]*viewBox="0 0 36 36">.*<\/svg>$/s);
    for (const name of ['1f355', 'x.svg', '1F355.svg', '..%2F1f355.svg', 'ffffff.svg', '61.svg', '-.svg']) {
      expect((await fetch(`${site.url}/emoji/${name}`)).status).toBe(404);
    }
  });

  it("draws a template's art in the colours of the theme", async () => {
    const template = await (await fetch(`${site.url}/tier/2`)).text();
    const [path = ''] = /\/tier\/2\/art\/\d+\.svg\?v=[\w-]+&(?:amp;)?theme=/.exec(template) ?? [];
    const [art, fill] = [path.replace('&amp;', '&'), /fill="(#[0-9a-f]{6})"/];
    const drawings = await Promise.all(
      ['night', 'paper'].map(async (theme) => {
        const answer = await fetch(`${site.url}${art}${theme}`);
        expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'image/svg+xml']);
        return answer.text();
      }),
    );
    for (const svg of drawings) expect(svg).toMatch(fill);
    const wrong = ['none', '', 'night&theme=paper'].map((theme) => `${art}${theme}`);
    for (const file of ['999.svg', 'x.svg', '0.png', '-1.svg']) wrong.push(`/tier/2/art/${file}?theme=night`);
    wrong.push('/tier/1/art/0.svg?theme=night', '/tier/99999/art/0.svg?theme=night');
    for (const address of wrong) expect((await fetch(`${site.url}${address}`)).status).toBe(404);

    const { page, problems, close } = await open('/tier/2');
    const drawing = page.locator('.pool img').first();
    await page.getByRole('radio', { name: 'Paper' }).check();
    expect(await drawing.getAttribute('src')).toMatch(/theme=paper$/);
    await page.waitForFunction(
      () => (document.querySelector<HTMLImageElement>('.pool img')?.naturalWidth ?? 0) > 0,
    );
    const ground = await page.evaluate("getComputedStyle(document.querySelector('.tile')).backgroundColor");
    expect(ground).toBe(`rgb(${channels(paper.colors.tile)})`);
    expect(problems).toEqual([]);
    await close();
  });

  it.each(['0', '-1', '01', '99999', 'x', '1e3', '%3Cscript%3E', 'render'])(
    'does not exist at /tier/%s',
    async (id) => {
      const answer = await fetch(`${site.url}/tier/${id}`);
      expect([answer.status, await answer.json()]).toEqual([
        404,
        { success: false, message: 'There is no such template' },
      ]);
    },
  );
});
