import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openApiDocument } from '../../src/api/openapi/document.ts';
import { quickStarts } from '../../src/web/quick-start.ts';
import { connectToChromium } from '../support/browser.ts';
import { expectPresentable, runProgram, runShell, walkFocus } from '../support/page-checks.ts';
import { lacks } from '../support/programs.ts';
import { costly } from '../support/runs.ts';
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

describe('the viewer of the API reference', () => {
  it('lists every operation of the OpenAPI document', async () => {
    const { page, problems, close } = await openWindow(browser, test.url);
    await page.goto('/docs');
    await page.locator('.opblock').first().waitFor();
    const shown = await page.locator('.opblock-summary-path').allTextContents();
    const { paths } = openApiDocument();
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map(() => path),
    );
    expect(shown.map((path) => path.replaceAll('\u200b', '')).sort()).toEqual(operations.sort());
    expect(problems).toEqual([]);
    await close();
  });

  it('is loaded only when it is about to be visible', costly, async () => {
    const { page, close } = await openWindow(browser, test.url, { viewport: { width: 360, height: 400 } });
    const requested: string[] = [];
    page.on('request', (one) => requested.push(one.url()));
    await page.goto('/docs', { waitUntil: 'networkidle' });
    expect(requested.filter((url) => url.includes('viewer'))).toEqual([]);
    await page.locator('#reference').scrollIntoViewIfNeeded();
    await page.locator('.opblock').first().waitFor();
    await page.goto('about:blank');
    await page.goto('/docs#/Rendering/render');
    await page.locator('#operations-Rendering-render .opblock-body').waitFor();
    await close();
  });

  it('sends a request with a key, and is accessible and free of policy violations in every state', async () => {
    const window = await openWindow(browser, test.url);
    const { page } = window;
    await page.goto('/docs');
    await page.locator('.opblock').first().waitFor();
    await expectPresentable(window);

    await page.getByRole('button', { name: 'Authorize' }).first().click();
    await expectPresentable(window);
    await page.getByLabel('auth-bearer-value').fill(test.key);
    await page.getByRole('button', { name: 'Authorize: apply the key' }).first().click();
    await page.getByRole('button', { name: 'Logout: remove the key' }).waitFor();
    await page.getByRole('button', { name: 'Close', exact: true }).first().click();

    await page.locator('#operations-Rendering-render button').first().click();
    await page.getByRole('button', { name: 'Try it out' }).click();
    await page.getByRole('button', { name: 'Execute' }).click();
    const answer = page.locator('.live-responses-table .microlight').first();
    await answer.waitFor();
    const { success, imageUrl } = JSON.parse((await answer.textContent()) ?? '');
    expect(success).toBe(true);
    expect((await fetch(imageUrl)).status).toBe(200);
    await expectPresentable(window);
    expect(new URL(page.url()).hash, 'the operation has an address').toBe('#/Rendering/render');
    await window.close();
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
    await page.locator('#operations-Rendering-describe button').first().click();
    await page.getByRole('button', { name: 'Try it out' }).click();
    await page.getByRole('button', { name: 'Execute' }).click();
    await page.locator('.live-responses-table').waitFor();
    expect(requested).toContain('/tiers/api/v1/render');
    await page.getByRole('link', { name: 'Log in' }).click();
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
    await page.locator('.opblock').first().waitFor();
    const stops = await walkFocus(page, 24);
    expect(stops.map(({ name }) => name)).toContain('Authorize');
    expect(stops.filter(({ isVisible }) => !isVisible)).toEqual([]);
    await close();
  });

  it('is loaded by its own page only', async () => {
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

describe('an asset', () => {
  /** The paths of all assets of the page, with those that a script loads later. */
  const assets = async () => {
    const html = (await raw('/docs')).bytes.toString();
    const named = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
    const script = (await raw(named.find((path) => path.includes('/docs-') && path.endsWith('.js')) ?? ''))
      .bytes;
    const [, viewer] = /import\("\.\/(viewer-[^"]+)"\)/.exec(script.toString()) ?? [];
    return [...named, `/assets/${viewer}`];
  };

  it('is compressed as the client accepts, with the same content', async () => {
    const paths = await assets();
    expect(paths).toHaveLength(5);
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

  it('adds to less than 450 kB for the page with the viewer', async () => {
    const sizes = await Promise.all(
      (await assets()).map(async (path) => (await raw(path, { 'Accept-Encoding': 'br' })).bytes.length),
    );
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(450_000);
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
