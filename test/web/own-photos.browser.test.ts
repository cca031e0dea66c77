import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMember, ask } from '../support/accounts.ts';
import { openBoard } from '../support/board-page.ts';
import { connectToChromium } from '../support/browser.ts';
import { plainPhoto } from '../support/photo-host.ts';
import { inFull } from '../support/runs.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { drawPhotos } from '../support/uploads.ts';
import { axeFindings, openWindow } from '../support/web.ts';

let test: TestService;
let browser: Browser;
let folder: string;
let admin: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tierpress-own-photos-'));
  [test, browser] = await Promise.all([
    startTestService({
      TIERPRESS_VISITOR_MINUTE: '1000',
      TIERPRESS_VISITOR_DAY: '10000',
      TIERPRESS_VISITOR_UPLOADS_DAY: '1000',
    }),
    connectToChromium(),
  ]);
  admin = (await addMember(test, { admin: true })).key;
});
afterAll(async () => {
  await browser.close();
  await test.stop();
  await rm(folder, { recursive: true, force: true });
});

const open = async (options = {}) => {
  const watched = await openWindow(browser, test.url, {
    viewport: { width: 1280, height: 1000 },
    ...options,
  });
  await openBoard(watched.page, '/tier/custom');
  return watched;
};

/** Writes a photo into a file. @returns its path */
async function file(name: string, bytes: Uint8Array): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return path;
}

/** Returns a photo that is red on the left and lies on its side, taken at a place. */
function turnedPhoto(): Promise<Buffer> {
  const left = { create: { width: 100, height: 200, channels: 3 as const, background: '#c01020' } };
  return sharp({ create: { width: 300, height: 200, channels: 3, background: '#2040c0' } })
    .composite([{ input: left, left: 0, top: 0 }])
    .withExif({ IFD0: { Make: 'Canary' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
}

/** More than 11 MB: noise cannot be compressed. */
async function largePhoto(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const create = { width: 4400, height: 3300, channels: 3, background: '#888', noise } as const;
  const bytes = await sharp({ create }).jpeg({ quality: 92 }).toBuffer();
  expect(bytes.length).toBeGreaterThan(11_000_000);
  return bytes;
}

const choose = (page: Page, paths: readonly string[]) =>
  page.locator('.add-photos input').setInputFiles([...paths]);
const tiles = (page: Page) => page.locator('.pool button.tile');
const stored = async (page: Page, count: number) => {
  await expect.poll(() => page.locator('button.tile .photo').count(), { timeout: 60_000 }).toBe(count);
  await page.locator('button.tile progress').first().waitFor({ state: 'detached', timeout: 60_000 });
};
const requestShown = async (page: Page): Promise<{ items: { id: string }[] }> =>
  JSON.parse((await page.locator('.as-request code').first().textContent()) ?? '');

/** Drops or pastes a photo as the browser does. */
const give = (page: Page, kind: 'drop' | 'paste', bytes: Buffer) =>
  page.evaluate(
    ([type, base64]) => {
      const data = new DataTransfer();
      const content = Uint8Array.from(atob(base64 ?? ''), (letter) => letter.charCodeAt(0));
      data.items.add(new File([content], 'photo.png', { type: 'image/png' }));
      const options = { bubbles: true, cancelable: true };
      document.body.dispatchEvent(
        type === 'drop'
          ? new DragEvent('drop', { ...options, dataTransfer: data })
          : new ClipboardEvent('paste', { ...options, clipboardData: data }),
      );
    },
    [kind, bytes.toString('base64')],
  );

describe('own photos', () => {
  it('are uploaded upright, smaller and without metadata, many at once, and a broken one is named', {
    timeout: 120_000,
  }, async () => {
    const { page, problems, close } = await open();
    const cutOff = (await turnedPhoto()).subarray(0, 200);
    const paths = [
      await file('turned.jpg', await turnedPhoto()),
      await file('broken.jpg', Buffer.from(cutOff)),
    ];
    if (inFull) paths.push(await file('large.jpg', await largePhoto()));
    while (paths.length < (inFull ? 30 : 8))
      paths.push(
        await file(
          `${paths.length}.jpg`,
          await plainPhoto(`hsl(${paths.length * 13}, 60%, 50%)`, { width: 900, height: 600 }),
        ),
      );
    await choose(page, paths);
    await stored(page, paths.length - 1);
    expect(await page.getByRole('alert').allTextContents()).toEqual([
      '“broken.jpg” is not a photo that can be read.',
    ]);
    const { items } = await requestShown(page);
    expect(items).toHaveLength(paths.length - 1);
    for (const name of await readdir(join(test.dataDir, 'photos'))) {
      const {
        format,
        width = 0,
        height = 0,
        exif,
      } = await sharp(await readFile(join(test.dataDir, 'photos', name))).metadata();
      expect([format, Math.max(width, height) <= 1024, exif]).toEqual(['webp', true, undefined]);
    }
    const shown = await fetch(`${test.url}/photos/${items[0]?.id}.webp`);
    const { data, info } = await sharp(Buffer.from(await shown.arrayBuffer()))
      .raw()
      .toBuffer({ resolveWithObject: true });
    // Turned to the right: the red part is at the top.
    expect([info.width, info.height]).toEqual([200, 300]);
    expect(data[0]).toBeGreaterThan(150);
    expect(await axeFindings(page)).toEqual([]);
    expect(problems).toEqual([]);
    await close();
  });

  it('are dropped or pasted, drawn with their caption, and still there after a reload', async () => {
    const { page, problems, close } = await open();
    await give(page, 'drop', await plainPhoto('#c01020', { kind: 'png' }));
    await give(page, 'paste', await plainPhoto('#10c020', { kind: 'png' }));
    await stored(page, 2);
    await tiles(page).first().click();
    await page.getByRole('textbox', { name: 'Caption', exact: true }).fill('Ann');
    await page.locator('.move-place').first().click();
    expect((await requestShown(page)).items).toEqual([
      { type: 'photo', id: expect.stringMatching(/^photo_/), label: 'Ann' },
      { type: 'photo', id: expect.stringMatching(/^photo_/) },
    ]);
    const drawn = await ask(test, 'POST', '/api/v1/render', {
      headers: { 'X-API-Key': test.key },
      body: await requestShown(page),
    });
    expect([drawn.status, drawn.body['warnings']]).toEqual([200, undefined]);
    await page.reload();
    await expect.poll(() => page.locator('button.tile .photo').count()).toBe(2);
    await page
      .locator('.photo')
      .first()
      .evaluate((image: HTMLImageElement) => image.decode());
    expect(problems).toEqual([]);
    await close();
  });

  it('are uploaded after an outage', async () => {
    const { page, close } = await open();
    await page.context().setOffline(true);
    await give(page, 'paste', await plainPhoto('#2040c0', { kind: 'png' }));
    await page.getByText('The upload goes on when the connection is back').waitFor();
    expect(await page.locator('button.tile .photo').count()).toBe(1);
    await page.context().setOffline(false);
    await stored(page, 1);
    expect((await requestShown(page)).items[0]?.id).toMatch(/^photo_/);
    await close();
  });

  it('are deleted from the service when people ask for it, and finished images stay', async () => {
    const { page, close } = await open();
    await give(page, 'paste', await plainPhoto('#a0a000', { kind: 'png' }));
    await stored(page, 1);
    const id = (await requestShown(page)).items[0]?.id ?? '';
    const drawn = await drawPhotos(test, test.key, [id]);
    await tiles(page).first().click();
    await page.getByRole('button', { name: 'Remove item' }).click();
    const address = `${test.url}/photos/${id}.webp`;
    expect((await fetch(address)).status).toBe(200);
    await page.getByRole('button', { name: 'Delete it now' }).click();
    await page.getByText('Finished images that show it stay').waitFor();
    expect((await fetch(address)).status).toBe(404);
    expect((await fetch(`${test.url}${drawn.body['imagePath']}`)).status).toBe(200);
    await close();
  });

  it('are refused in one line when there may be no more today', async () => {
    const small = await startTestService({ TIERPRESS_VISITOR_UPLOADS_DAY: '1' });
    const { page, close } = await openWindow(browser, small.url);
    await openBoard(page, `${small.url}/tier/custom`);
    await give(page, 'paste', await plainPhoto('#a0a000', { kind: 'png' }));
    await stored(page, 1);
    await give(page, 'paste', await plainPhoto('#00a0a0', { kind: 'png' }));
    await page.getByText('You cannot upload more photos today.').waitFor();
    expect(await tiles(page).count()).toBe(1);
    await close();
    await small.stop();
  });

  it('are named in the preview when they are gone', async () => {
    const { page, close } = await open();
    for (const color of ['#a0a000', '#00a0a0'])
      await give(page, 'paste', await plainPhoto(color, { kind: 'png' }));
    await stored(page, 2);
    const [, gone] = (await requestShown(page)).items;
    await ask(test, 'DELETE', `/api/v1/photos/${gone?.id}`, { headers: { 'X-API-Key': admin } });
    for (let item = 0; item < 2; item++) {
      await tiles(page).first().focus();
      await page.keyboard.press('1');
    }
    await page.getByText('Notes on this image: 1').click();
    await page.getByText('“📷 2” could not be loaded').waitFor();
    expect(await page.locator('.warning').count()).toBe(1);
    await close();
  });

  it('are not offered on the board of a template', async () => {
    const { page, close } = await openWindow(browser, test.url);
    await openBoard(page, '/tier/1');
    expect(await page.locator('.add-photos').count()).toBe(0);
    await close();
  });
});
