import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openApiDocument } from '../../src/api/openapi/document.ts';
import { quickStarts } from '../../src/web/docs/quick-start.ts';
import { connectToChromium } from '../support/browser.ts';
import { expectPresentable, runProgram, runShell, walkFocus } from '../support/page-checks.ts';
import { lacks } from '../support/programs.ts';
import { costly, inFull } from '../support/runs.ts';
import { startTestService } from '../support/service.ts';
import { openWindow } from '../support/web.ts';

let browser: Browser;
let folder: string;
const test = inject('service');
beforeAll(async () => {
  browser = await connectToChromium();
  folder = await mkdtemp(join(tmpdir(), 'tierpress-docs-'));
});
afterAll(async () => {
  await browser.close();
  await rm(folder, { recursive: true });
});

/** Requests a path and returns the bytes as they were sent, still compressed. */
async function raw(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const answer = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    request(`${test.url}${path}`, { method, headers }, resolve).once('error', reject).end();
  });
  return { status: answer.statusCode, headers: answer.headers, bytes: await buffer(answer) };
}

describe('a quick start', () => {
  /** Returns a quick start as the page shows it. */
  async function shown(name: string): Promise<string> {
    const { page, problems, close } = await openWindow(browser, test.url, { javaScriptEnabled: false });
    await page.goto('/docs');
    await page.locator('summary', { hasText: name }).click();
    const code = (await page.locator('details', { hasText: name }).locator('pre').textContent()) ?? '';
    expect(problems).toEqual([]);
    await close();
    return code;
  }

  async function expectImage(printed: string): Promise<void> {
    const answer = await fetch(printed.trim());
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'image/webp']);
    await answer.arrayBuffer();
  }

  it.skipIf(lacks('curl'))('in curl renders an image', async () => {
    const { imageUrl } = JSON.parse(await runShell(await shown('curl'), { KEY: test.key }));
    await expectImage(imageUrl);
  });

  it('in JavaScript renders an image, and reports a wrong key', async () => {
    const file = join(folder, 'quick-start.mjs');
    await writeFile(file, await shown('JavaScript'));
    await expectImage(await runProgram(process.execPath, [file], { KEY: test.key }));
    expect(await runProgram(process.execPath, [file], { KEY: 'none' })).toBe('The API key is not valid\n');
  });

  it.skipIf(lacks('python3'))('in Python renders an image', async () => {
    const file = join(folder, 'quick_start.py');
    await writeFile(file, await shown('Python'));
    await expectImage(await runProgram('python3', [file], { KEY: test.key }));
  });

  it('exists for curl, JavaScript and Python', () => {
    expect(quickStarts('https://tiers.example.org').map(({ name }) => name)).toEqual([
      'curl',
      'JavaScript',
      'Python',
    ]);
  });
});

describe('the API reference', () => {
  it('has every operation of the OpenAPI document, also without JavaScript', async () => {
    const { page, problems, close } = await openWindow(browser, test.url, { javaScriptEnabled: false });
    await page.goto('/docs');
    const textsOf = (part: string) => page.locator(`.operation .endpoint ${part}`).allTextContents();
    const [methods, addresses] = [await textsOf('.method'), await textsOf('code')];
    const operations = Object.entries(openApiDocument().paths).flatMap(([path, ways]) =>
      Object.keys(ways)
        .filter((method) => method !== 'head' && method !== 'options')
        .map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(methods.map((method, index) => `${method} ${addresses[index]}`).sort()).toEqual(operations.sort());
    expect(problems).toEqual([]);
    await close();
  });

  it('has every field of a request, with those of the objects inside it', async () => {
    const { page, close } = await openWindow(browser, test.url, { javaScriptEnabled: false });
    await page.goto('/docs');
    const fields = await page.locator('#render > .fields').last().locator('dt > code').allTextContents();
    const { RenderRequest, Tier, TextItem, PictureItem } = openApiDocument().components.schemas;
    for (const schema of [RenderRequest, Tier, TextItem, PictureItem]) {
      expect(fields).toEqual(expect.arrayContaining(Object.keys(schema?.properties ?? {})));
    }
    await close();
  });

  it('can be filtered by words, methods and paths', async () => {
    const { page, problems, close } = await openWindow(browser, test.url);
    await page.goto('/docs');
    const found = () => page.locator('nav [data-operation]:visible').allTextContents();
    const all = (await found()).length;
    await page.getByLabel('Filter').fill('delete /KEYS');
    expect(await found()).toEqual(['Revoke a key']);
    expect(await page.locator('.operation:visible h3').allTextContents()).toEqual(['Revoke a key']);
    await page.getByText(`1 of ${all} operations`).waitFor();
    await page.getByLabel('Filter').fill('nothing like it');
    expect(await found()).toEqual([]);
    await page.getByLabel('Filter').fill('');
    expect(await found()).toHaveLength(all);
    expect(problems).toEqual([]);
    await close();
  });

  it('sends a request with a key and shows the image, accessible and free of policy violations in every state', async () => {
    const window = await openWindow(browser, test.url);
    const { page } = window;
    await page.goto('/docs');
    await expectPresentable(window);

    await page.getByLabel('API key').fill(test.key);
    const operation = page.locator('#render');
    await operation.getByText('Try it').click();
    await operation.getByLabel('Example').selectOption('Items written directly into the tiers');
    if (inFull) await expectPresentable(window);
    await operation.getByRole('button', { name: 'Send' }).click();
    const image = operation.getByAltText('The image of the answer');
    await image.waitFor();
    expect(await widthOf(image)).toBe(1080);
    const { success, title } = JSON.parse((await operation.locator('output pre').textContent()) ?? '');
    expect([success, title]).toEqual([true, 'Ways to eat a potato']);
    await expectPresentable(window);
    await window.close();
  });

  it('shows what a wrong key is answered, and images that are answered themselves', async () => {
    const { page, close } = await openWindow(browser, test.url);
    await page.goto('/docs');
    await page.getByLabel('API key').fill('sk_live_wrong');
    const list = page.locator('#listTemplates');
    await list.getByText('Try it').click();
    await list.getByLabel('q', { exact: true }).fill('tea & cake');
    await list.getByRole('button', { name: 'Send' }).click();
    await list.getByText('401 Unauthorized').waitFor();
    expect(await list.locator('output pre').textContent()).toContain('The API key is not valid');
    const cover = page.locator('#getCover');
    await cover.getByText('Try it').click();
    await cover.getByLabel('id', { exact: true }).fill('1');
    await cover.getByRole('button', { name: 'Send' }).click();
    const image = cover.getByAltText('The image of the answer');
    await image.waitFor();
    expect(await widthOf(image)).toBeGreaterThan(100);
    await close();
  });

  it('works below a path that a proxy removes, and so do the pages', costly, async () => {
    const below = await startTestService({ TIERPRESS_BASE_URL: 'https://example.org/tiers/' });
    const { page, problems, close } = await openWindow(browser, below.url);
    await page.route(`${below.url}/tiers/**`, async (route) => {
      const url = route.request().url().replace('/tiers/', '/');
      await route.fulfill({ response: await route.fetch({ url }) });
    });
    const requested: string[] = [];
    page.on('request', (one) => requested.push(new URL(one.url()).pathname));
    await page.goto('/tiers/docs');
    const operation = page.locator('#describe');
    await operation.getByText('Try it').click();
    await operation.getByRole('button', { name: 'Send' }).click();
    await operation.getByText('200 OK').waitFor();
    expect(requested).toContain('/tiers/api/v1/render');
    await page.getByRole('link', { name: 'Log in', exact: true }).first().click();
    await page.getByRole('heading', { name: 'Log in' }).waitFor();
    await page.getByRole('link', { name: 'Русский' }).click();
    await page.getByRole('heading', { name: 'Войти' }).waitFor();
    expect(await page.locator('form').first().getAttribute('action')).toBe('/tiers/dashboard/log-in');
    expect(requested.filter((path) => !path.startsWith('/tiers/'))).toEqual([]);
    expect(problems).toEqual([]);
    await close();
    await below.stop();
  });

  it('shows the focus on every element', async () => {
    const { page, close } = await openWindow(browser, test.url, { colorScheme: 'dark' });
    await page.goto('/docs');
    const stops = await walkFocus(page, 24);
    expect(stops.map(({ name }) => name)).toContain('Make an image');
    expect(stops.filter(({ isVisible }) => !isVisible)).toEqual([]);
    await close();
  });

  it('is sent compressed to a client that accepts it, in at most 20 kB with its script and styles', async () => {
    const accepts = { 'Accept-Encoding': 'gzip' };
    const { headers, bytes } = await raw('/docs', accepts);
    expect(headers).toMatchObject({
      'content-encoding': 'gzip',
      vary: expect.stringContaining('Accept-Encoding'),
    });
    expect(gunzipSync(bytes).toString()).toBe((await raw('/docs')).bytes.toString());
    const own = (await assets()).filter((path) => path.includes('/docs-'));
    const sizes = await Promise.all(own.map(async (path) => (await raw(path, accepts)).bytes.length));
    expect(sizes.reduce((sum, size) => sum + size, bytes.length)).toBeLessThan(20_000);
  });

  it('has a script of its own that no other page loads', async () => {
    const scripts = async (path: string) => {
      const html = (await raw(path)).bytes.toString();
      return [...html.matchAll(/<script[^>]* src="\/assets\/(\w+)-/g)].map(([, name]) => name);
    };
    expect(await scripts('/docs')).toEqual(['copy', 'docs']);
    for (const path of ['/', '/tier/1', '/dashboard', '/password']) {
      expect(await scripts(path)).not.toContain('docs');
    }
  });
});

/** Returns the width of an image in its own pixels, once it is decoded. */
async function widthOf(image: Locator): Promise<number> {
  return image.evaluate((shown: HTMLImageElement) => shown.decode().then(() => shown.naturalWidth));
}

/** Returns the paths of all assets of the reference. */
async function assets(): Promise<string[]> {
  const html = (await raw('/docs')).bytes.toString();
  return [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
}

describe('an asset', () => {
  it('is compressed as the client accepts, with the same content', async () => {
    const paths = await assets();
    expect(paths).toHaveLength(4);
    for (const path of paths) {
      const plain = await raw(path);
      const brotli = await raw(path, { 'Accept-Encoding': 'gzip, deflate, br' });
      const gzip = await raw(path, { 'Accept-Encoding': 'gzip;q=0.5, br;q=0' });
      expect(plain.headers).not.toHaveProperty('content-encoding');
      expect(brotli.headers['content-encoding']).toBe('br');
      expect(gzip.headers['content-encoding']).toBe('gzip');
      expect(brotliDecompressSync(brotli.bytes).equals(plain.bytes)).toBe(true);
      expect(gunzipSync(gzip.bytes).equals(plain.bytes)).toBe(true);
      for (const { status, headers, bytes } of [plain, brotli, gzip]) {
        expect(status).toBe(200);
        expect(headers).toMatchObject({
          vary: 'Accept-Encoding',
          'cache-control': 'public, max-age=31536000, immutable',
          'content-length': `${bytes.length}`,
          'x-content-type-options': 'nosniff',
        });
      }
      expect(new Set([plain, brotli, gzip].map(({ headers }) => headers.etag)).size).toBe(3);
    }
  });

  it('is not sent again to a client that has it, and HEAD sends the headers only', async () => {
    const [path = ''] = await assets();
    const headers = { 'Accept-Encoding': 'br' };
    const { headers: first, bytes } = await raw(path, headers);
    const again = await raw(path, { ...headers, 'If-None-Match': String(first.etag) });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
    expect(again.headers).toMatchObject({ etag: first.etag, vary: 'Accept-Encoding' });
    const head = await raw(path, headers, 'HEAD');
    expect([head.status, head.bytes.length, head.headers['content-length']]).toEqual([
      200,
      0,
      `${bytes.length}`,
    ]);
    expect((await raw('/assets/names.json')).status).toBe(404);
    expect((await raw('/assets/..%2fassets.js')).status).toBe(404);
    expect((await raw(`${path}.br`)).status).toBe(404);
  });
});
