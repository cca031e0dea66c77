import type { Browser, Page, Request, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderSvg } from '../../src/raster/render-svg.ts';
import { addMember, logIn } from '../support/accounts.ts';
import { announced, button, shownPreview } from '../support/board-page.ts';
import { connectToChromium } from '../support/browser.ts';
import { bringCookie } from '../support/page-checks.ts';
import { type PhotoHost, plainPhoto, startPhotoHost } from '../support/photo-host.ts';
import { difference, pixelsOf } from '../support/pixels.ts';
import { inFull, sampleOf } from '../support/runs.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { openWindow } from '../support/web.ts';

let test: TestService;
let host: PhotoHost;
let browser: Browser;
beforeAll(async () => {
  host = await startPhotoHost({
    '/red.jpg': await plainPhoto('#b01020', { width: 400 }),
    '/blue.png': await plainPhoto('#1020b0', { kind: 'png' }),
  });
  const env = {
    TIERPRESS_ALLOW_ADDRESSES: '127.0.0.1',
    TIERPRESS_ALLOW_PORTS: `80 ${host.port}`,
    // All tests are one visitor, in one or two minutes.
    TIERPRESS_PREVIEW_MINUTE: '600',
    TIERPRESS_PREVIEW_CPU_SECONDS: '120',
  };
  [test, browser] = await Promise.all([startTestService(env), connectToChromium()]);
});
afterAll(async () => {
  await browser.close();
  await Promise.all([test.stop(), host.close()]);
});

const open = async (
  path: string,
  { cookie, ...options }: { cookie?: string; permissions?: string[] } = {},
) => {
  const watched = await openWindow(browser, test.url, {
    viewport: { width: 1280, height: 1000 },
    ...options,
  });
  const { page } = watched;
  if (cookie !== undefined) await bringCookie(page.context(), test.url, cookie);
  const sent: Request[] = [];
  page.on('request', (request) => sent.push(request));
  await page.goto(path);
  await page.locator('.pool').waitFor();
  const asked = (part: string) => sent.filter((request) => request.url().includes(part)).length;
  return { ...watched, asked };
};
const poll = <T>(read: () => Promise<T>) => expect.poll(read, { timeout: 30_000, interval: 20 });
const preview = (page: Page) => page.locator('.preview-image[role=img]');
const addItems = async (page: Page, ...lines: readonly string[]) => {
  await page.getByLabel('Your items').fill(lines.join('\n'));
  await page.getByRole('button', { name: 'Add', exact: true }).click();
};
/** The texts of the preview in drawing order, which the SVG has as titles, without leading emoji. */
const textsIn = (page: Page): Promise<string[]> =>
  shownPreview(page)
    .locator('title')
    .evaluateAll((titles) =>
      titles.map(({ textContent }) => (textContent ?? '').replace(/^\p{Extended_Pictographic}\S* /u, '')),
    );
/** The texts of the board on the page, in the order of the image. */
const textsOf = async (page: Page): Promise<string[]> => {
  const rows = await page
    .locator('.tiers .tier')
    .evaluateAll((tiers) =>
      tiers.map((tier) => [
        tier.querySelector('.tier-head')?.textContent ?? '',
        ...[...tier.querySelectorAll('li')].map((item) => item.textContent ?? ''),
      ]),
    );
  return [...rows.flat(), 'World Dishes', 'made with tierpress'];
};
/** Downloads the PNG and decodes it. */
const downloadPng = async (page: Page) => {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download PNG' }).click(),
  ]);
  return pixelsOf(await (await fetch(download.url())).arrayBuffer());
};
const refuse = (page: Page, path: string, answer: object) =>
  page.route(`**${path}`, (route) =>
    route.fulfill({ ...answer, json: { success: false, message: 'in English' } }),
  );

describe('the preview of a board', () => {
  it('is right after each of many moves in a row, and costs a visitor no quota', async () => {
    const placed = inFull ? 30 : 9;
    const moves = placed + placed / 3;
    const { page, problems, asked, close } = await open('/tier/1');
    for (let move = 0; move < moves; move += 1) {
      const isPlaced = move >= placed;
      const place = isPlaced
        ? page.locator('.tiers .tile').nth((move * 7) % placed)
        : page.locator('.pool .tile').first();
      await place.press(String(1 + (move % 6)));
      await poll(() => textsIn(page)).toEqual(await textsOf(page));
    }
    expect(asked('/tier/preview')).toBeLessThanOrEqual(moves);
    expect(asked('/tier/render')).toBe(0);
    expect(problems).toEqual([]);
    await close();
  });

  it('is the image that is downloaded', async () => {
    const { page, problems, asked, close } = await open('/tier/2');
    for (const key of ['1', '1', '2', '6']) await page.locator('.pool .tile').first().press(key);
    await page.getByLabel('Title', { exact: true }).fill('Lunch <3');
    await page.getByRole('radio', { name: 'Paper' }).check();
    await page.getByLabel('Aspect ratio').selectOption('1:1');
    await poll(() => textsIn(page)).toContain('Lunch <3');
    await poll(() => shownPreview(page).getAttribute('viewBox')).toBe('0 0 1080 1080');
    const svg = await shownPreview(page).evaluate((element) =>
      new XMLSerializer().serializeToString(element),
    );
    const image = await downloadPng(page);
    expect(difference(renderSvg(svg, 1), image).mean).toBeLessThan(0.1);
    expect(asked('/tier/render')).toBe(1);
    await page.getByText('The link works until').waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it('loads photos from the service alone, and names those that fail', async () => {
    const { page, problems, asked, close } = await open('/tier/custom');
    await addItems(
      page,
      `${host.at('/red.jpg')} Red`,
      host.at('/blue.png'),
      `${host.at('/none.png')} None`,
      'Tea',
    );
    for (let item = 0; item < 3; item += 1) await page.locator('.pool .tile').first().press('1');
    await page
      .getByText('The photo “None” could not be loaded. A placeholder takes its place:')
      .waitFor({ state: 'attached' });
    await page.locator('.warnings summary').click();
    expect(await page.locator('.warning [lang=en]').textContent()).toContain('404');
    await poll(() => shownPreview(page).locator('image[href]').count()).toBe(2);
    await button(page, 'Tea').press('2');
    await poll(() => textsIn(page)).toContain('Tea');
    expect(asked('/tier/photo')).toBeGreaterThan(0);
    await poll(() => shownPreview(page).locator('image[href]').count()).toBe(2);
    expect(host.asked.filter((path) => path === '/red.jpg')).toHaveLength(1);
    // The line stays open.
    await page.getByText('The photo “None” could not be loaded').waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it('stays when the photos of an earlier one load later', async () => {
    const { page, close } = await open('/tier/custom');
    await addItems(page, `${host.at('/red.jpg')} Red`, 'Tea', 'Milk');
    await button(page, 'Tea').press('1');
    await poll(() => textsIn(page)).toContain('Tea');
    const held: Route[] = [];
    await page.route('**/tier/photo?*', (route) => void held.push(route));
    await button(page, 'Red').press('1');
    await poll(async () => held.length).toBe(1);
    await button(page, 'Milk').press('2');
    await page.locator('.preview-image > svg').nth(1).waitFor({ state: 'attached' });
    for (const route of held) await route.continue();
    await page.unroute('**/tier/photo?*');
    await poll(() => textsIn(page)).toContain('Milk');
    await poll(() => shownPreview(page).locator('image[href]').count()).toBe(1);
    await close();
  });

  it('shows photos in the size and the crop of the image', async () => {
    const { page, close } = await open('/tier/custom');
    await addItems(page, `${host.at('/red.jpg')} Red`, 'Tea');
    for (const key of ['1', '2']) await page.locator('.pool .tile').first().press(key);
    await poll(() => textsIn(page)).toContain('Tea');
    const svg = await shownPreview(page).evaluate(async (element) => {
      for (const image of element.querySelectorAll('image')) {
        const blob = await (await fetch(image.getAttribute('href') ?? '')).blob();
        const photo = await createImageBitmap(blob);
        const canvas = document.createElement('canvas');
        Object.assign(canvas, { width: photo.width, height: photo.height });
        canvas.getContext('2d')?.drawImage(photo, 0, 0);
        image.setAttribute('href', canvas.toDataURL());
      }
      return new XMLSerializer().serializeToString(element);
    });
    expect(difference(renderSvg(svg, 1), await downloadPng(page)).mean).toBeLessThan(0.5);
    await close();
  });

  it('has the ranking as its text, and announces that it is up to date', async () => {
    const { page, close } = await open('/tier/1');
    await button(page, 'Pizza').press('1');
    await button(page, 'Sushi').press('1');
    await button(page, 'Ramen').press('3');
    await announced(page, 'The preview is up to date.');
    expect(await preview(page).getAttribute('aria-label')).toBe('S: Pizza, Sushi; B: Ramen');
    await close();
  });

  it('is empty without placed items', async () => {
    const { page, asked, close } = await open('/tier/1');
    await page.getByText('Place an item to see the image here.').first().waitFor();
    expect(asked('/tier/preview')).toBe(0);
    await button(page, 'Pizza').press('1');
    await shownPreview(page).waitFor();
    await page.getByRole('button', { name: 'Start over' }).click();
    await poll(() => preview(page).count()).toBe(0);
    await close();
  });

  it('waits as long as the service demands, then draws the newest board', async () => {
    const { page, asked, close } = await open('/tier/1');
    await refuse(page, '/tier/preview', {
      status: 429,
      headers: { 'Retry-After': '2', 'Tierpress-Failure': 'quotaExceeded' },
    });
    await button(page, 'Pizza').press('1');
    await page.getByText('Too many changes in a short time.').first().waitFor();
    await page.unroute('**/tier/preview');
    await button(page, 'Sushi').press('1');
    await poll(() => textsIn(page)).toContain('Sushi');
    expect(asked('/tier/preview')).toBe(2);
    await close();
  });

  it.each([
    ['on its own', undefined],
    ['at once when the browser is online again', 'online'],
  ])('comes back after an outage %s', async (_, event) => {
    const { page, close } = await open('/tier/1');
    await page.route('**/tier/preview', (route) => route.abort());
    await button(page, 'Pizza').press('1');
    await page.getByText('The service cannot be reached.').first().waitFor();
    await page.unroute('**/tier/preview');
    if (event !== undefined) await page.evaluate(`window.dispatchEvent(new Event('${event}'))`);
    await shownPreview(page).waitFor();
    await close();
  });

  it.each<[string, object, string]>([
    ['a missing connection', { abort: true }, '无法连接服务，请检查网络。'],
    ['a service that fails', { status: 500 }, '服务出错，请稍后重试。'],
    [
      'a busy service',
      { status: 503, headers: { 'Tierpress-Failure': 'noCapacity', 'Retry-After': '60' } },
      '服务繁忙，60 秒后重试。',
    ],
    [
      'a template that is gone',
      { status: 404, headers: { 'Tierpress-Failure': 'notFound' } },
      '该模板已不再提供。',
    ],
  ])('reports %s in the language of the page', async (_, answer, text) => {
    const { page, close } = await open('/tier/1?lang=zh');
    if ('abort' in answer) await page.route('**/tier/preview', (route) => route.abort());
    else await refuse(page, '/tier/preview', answer);
    await page.locator('.pool .tile').first().press('1');
    await page.locator('.preview-status', { hasText: text }).waitFor();
    await announced(page, text);
    expect(await page.locator('.preview').textContent()).not.toContain('in English');
    await close();
  });
});

describe('the image of a board', () => {
  it('is drawn with progress on its button', async () => {
    const { page, close } = await open('/tier/1');
    await button(page, 'Pizza').press('1');
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/tier/render', async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Download WebP' }).click();
    const busy = page.locator('.actions [aria-busy=true]');
    expect(await busy.textContent()).toBe('Drawing…');
    const download = page.waitForEvent('download');
    answer();
    expect((await download).suggestedFilename()).toBe('world-dishes.webp');
    await page.getByRole('button', { name: 'Download WebP' }).waitFor();
    await close();
  });

  const usedUp = {
    status: 429,
    headers: {
      'Retry-After': '4000',
      'Tierpress-Failure': 'quotaExceeded',
      RateLimit: '"minute";r=2;t=60, "day";r=0;t=4000',
    },
  };
  const draw = async (page: Page) => {
    await button(page, 'Pizza').press('1');
    await page.getByRole('button', { name: 'Download PNG' }).click();
    return page.getByRole('alert').textContent();
  };

  it('has a quota for visitors, beyond which a login is offered only where it gives more', async () => {
    const { page, close } = await open('/tier/1');
    await refuse(page, '/tier/render', usedUp);
    expect(await draw(page)).toBe('You have used up today’s images without an account.');
    await close();

    const generous = await startTestService({ TIERPRESS_VISITOR_DAY: '49' });
    const other = await openWindow(browser, generous.url);
    await other.page.goto('/tier/1');
    await refuse(other.page, '/tier/render', usedUp);
    expect(await draw(other.page)).toBe(
      'You have used up today’s images without an account. Log in for more',
    );
    expect(await other.page.getByRole('link', { name: 'Log in for more' }).getAttribute('href')).toBe(
      '/dashboard',
    );
    await other.close();
    await generous.stop();
  });

  it.each(sampleOf(['free', 'business'] as const))(
    'has the quota of the plan %s, and no login is offered',
    async (plan) => {
      const { email } = await addMember(test, { plan });
      const { page, close } = await open('/tier/1', { cookie: await logIn(test, email) });
      await refuse(page, '/tier/render', usedUp);
      expect(await draw(page)).toBe('Today’s quota of your plan is used up.');
      await close();
    },
  );

  it.each([
    [
      { ...usedUp.headers, RateLimit: '"minute";r=0;t=9, "day";r=3;t=4000', 'Retry-After': '9' },
      'Try again in 9 s.',
    ],
    [{ ...usedUp.headers, RateLimit: '"minute";r=3;t=9, "day";r=3;t=4000' }, 'in English'],
    [{ 'Retry-After': '5', 'Tierpress-Failure': 'noCapacity' }, 'The service is busy. Try again in 5 s.'],
  ])('is refused with %o and a message that is true', async (headers, message) => {
    const { page, close } = await open('/tier/1');
    await refuse(page, '/tier/render', { status: 429, headers });
    expect(await draw(page)).toContain(message);
    await close();
  });
});
