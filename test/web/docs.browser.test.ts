import { writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApiDocument } from '../../src/api/openapi/document.ts';
import { quickStarts } from '../../src/web/quick-start.ts';
import { expectPresentable, runProgram, runShell, walkFocus } from '../support/page-checks.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { openWindow, startChromium } from '../support/web.ts';

let browser: Browser;
let test: TestService;
beforeAll(async () => {
  [browser, test] = await Promise.all([startChromium(), startTestService()]);
});
afterAll(async () => {
  await browser.close();
  await test.stop();
});

/** What an address holds, as it came over the line. */
async function raw(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const answer = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    request(`${test.url}${path}`, { method, headers }, resolve).once('error', reject).end();
  });
  return { status: answer.statusCode, headers: answer.headers, bytes: await buffer(answer) };
}

describe('a quick start', () => {
  /** As it stands on the page. */
  async function shown(name: string): Promise<string> {
    const { page, problems, close } = await openWindow(browser, test.url, { javaScriptEnabled: false });
    await page.goto('/docs');
    await page.locator('summary', { hasText: name }).click();
    const code = (await page.locator('details', { hasText: name }).locator('pre').textContent()) ?? '';
    expect(problems).toEqual([]);
    await close();
    return code;
  }

  async function expectPicture(printed: string): Promise<void> {
    const answer = await fetch(printed.trim());
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'image/webp']);
    await answer.arrayBuffer();
  }

  it('in curl gives a picture', async () => {
    const { imageUrl } = JSON.parse(await runShell(await shown('curl'), { KEY: test.key }));
    await expectPicture(imageUrl);
  });

  it('in JavaScript gives a picture, and with a wrong key says so', async () => {
    const file = join(test.dataDir, 'quick-start.mjs');
    await writeFile(file, await shown('JavaScript'));
    await expectPicture(await runProgram(process.execPath, [file], { KEY: test.key }));
    expect(await runProgram(process.execPath, [file], { KEY: 'none' })).toBe('The API key is not valid\n');
  });

  it('in Python gives a picture', async () => {
    const file = join(test.dataDir, 'quick_start.py');
    await writeFile(file, await shown('Python'));
    await expectPicture(await runProgram('python3', [file], { KEY: test.key }));
  });

  it('is there for each of these', () => {
    expect(quickStarts('https://tiers.example.org').map(({ name }) => name)).toEqual([
      'curl',
      'JavaScript',
      'Python',
    ]);
  });
});

describe('the viewer', () => {
  it('lists every operation of the description', async () => {
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

  it('is not loaded before somebody comes near it', async () => {
    const { page, close } = await openWindow(browser, test.url, { viewport: { width: 360, height: 400 } });
    const asked: string[] = [];
    page.on('request', (one) => asked.push(one.url()));
    await page.goto('/docs', { waitUntil: 'networkidle' });
    expect(asked.filter((url) => url.includes('viewer'))).toEqual([]);
    await page.locator('#reference').scrollIntoViewIfNeeded();
    await page.locator('.opblock').first().waitFor();
    await page.goto('about:blank');
    await page.goto('/docs#/Rendering/render');
    await page.locator('#operations-Rendering-render .opblock-body').waitFor();
    await close();
  });

  it('tries a request with a key, keeps to the policy, and looks right in every state', async () => {
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

  it('works below a path, where a proxy takes that off, and so do the pages', async () => {
    const below = await startTestService({ TIERPRESS_BASE_URL: 'https://example.org/tiers/' });
    const { page, problems, close } = await openWindow(browser, below.url);
    await page.route(`${below.url}/tiers/**`, async (route) => {
      const url = route.request().url().replace('/tiers/', '/');
      await route.fulfill({ response: await route.fetch({ url }) });
    });
    const asked: string[] = [];
    page.on('request', (one) => asked.push(new URL(one.url()).pathname));
    await page.goto('/tiers/docs');
    await page.locator('#operations-Rendering-describe button').first().click();
    await page.getByRole('button', { name: 'Try it out' }).click();
    await page.getByRole('button', { name: 'Execute' }).click();
    await page.locator('.live-responses-table').waitFor();
    expect(asked).toContain('/tiers/api/v1/render');
    await page.getByRole('link', { name: 'Log in' }).click();
    await page.getByRole('heading', { name: 'Log in' }).waitFor();
    await page.getByRole('link', { name: 'Русский' }).click();
    await page.getByRole('heading', { name: 'Войти' }).waitFor();
    expect(await page.locator('form').first().getAttribute('action')).toBe('/tiers/dashboard/log-in');
    expect(asked.filter((path) => !path.startsWith('/tiers/'))).toEqual([]);
    expect(problems).toEqual([]);
    await close();
    await below.stop();
  });

  it('shows where the focus is', async () => {
    const { page, close } = await openWindow(browser, test.url, { colorScheme: 'dark' });
    await page.goto('/docs');
    await page.locator('.opblock').first().waitFor();
    const stations = await walkFocus(page, 24);
    expect(stations.map(({ name }) => name)).toContain('Authorize');
    expect(stations.filter(({ isSeen }) => !isSeen)).toEqual([]);
    await close();
  });

  it('is loaded by its own page alone', async () => {
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

describe('what pages load', () => {
  /** Also what a script loads later. */
  const assets = async () => {
    const html = (await raw('/docs')).bytes.toString();
    const named = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
    const script = (await raw(named.find((path) => path.includes('/docs-') && path.endsWith('.js')) ?? ''))
      .bytes;
    const [, viewer] = /import\("\.\/(viewer-[^"]+)"\)/.exec(script.toString()) ?? [];
    return [...named, `/assets/${viewer}`];
  };

  it('comes compressed as the client can read it, and is the same', async () => {
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

  it('is 450 kB at most for the page with the viewer', async () => {
    const sizes = await Promise.all(
      (await assets()).map(async (path) => (await raw(path, { 'Accept-Encoding': 'br' })).bytes.length),
    );
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(450_000);
  });

  it('is not sent again to whoever has it, and HEAD sends the head alone', async () => {
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
