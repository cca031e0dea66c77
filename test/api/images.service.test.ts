import { readdir, rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakeRenderers } from '../support/fake-renderers.ts';
import { jsonOf } from '../support/http.ts';
import { startTestService, type TestService } from '../support/service.ts';

const picture = Buffer.from(Array.from({ length: 1000 }, (_, i) => i % 256));

let test: TestService;
let path: string;
beforeAll(async () => {
  const drawn = { bytes: picture, width: 1, height: 1, warnings: [] };
  test = await startTestService({}, { renderers: fakeRenderers(async () => drawn) });
  path = await newImage();
});
afterAll(() => test.stop());

let made = 0;

/** Renders a different image each time, since an identical one would come from the cache. */
async function newImage(): Promise<string> {
  made += 1;
  const answer = await fetch(`${test.url}/api/v1/render`, {
    method: 'POST',
    headers: { 'X-API-Key': test.key, 'Content-Type': 'application/json' },
    body: JSON.stringify({ tiers: [{ title: `S ${made}`, items: [] }] }),
  });
  return String((await jsonOf(answer))['imagePath']);
}

const get = (headers: Record<string, string> = {}, method = 'GET') =>
  fetch(test.url + path, { method, headers });
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

describe('GET /images', () => {
  it('sends the image with the headers for caches', async () => {
    const answer = await get();
    expect(answer.status).toBe(200);
    expect(await bytesOf(answer)).toEqual(picture);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/webp',
      'content-length': '1000',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      etag: `"${path.slice('/images/'.length, -'.webp'.length)}"`,
    });
    const [, age] =
      /^public, max-age=(\d+), immutable$/.exec(answer.headers.get('cache-control') ?? '') ?? [];
    expect(Number(age)).toBeGreaterThan(7 * 86_400 - 120);
    expect(Number(age)).toBeLessThanOrEqual(7 * 86_400);
  });

  it('sends the same headers and nothing else for HEAD', async () => {
    const [got, head] = [await get(), await get({}, 'HEAD')];
    expect(head.status).toBe(200);
    expect(await bytesOf(head)).toHaveLength(0);
    for (const name of [
      'content-type',
      'content-length',
      'etag',
      'accept-ranges',
      'x-content-type-options',
    ]) {
      expect(head.headers.get(name)).toBe(got.headers.get(name));
    }
  });

  it('is 304 for a client with the current version', async () => {
    const etag = (await get()).headers.get('etag') ?? '';
    for (const condition of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      for (const method of ['GET', 'HEAD']) {
        const answer = await get({ 'If-None-Match': condition }, method);
        expect(answer.status).toBe(304);
        expect(answer.headers.get('etag')).toBe(etag);
        expect(answer.headers.get('cache-control')).toContain('immutable');
        expect(await bytesOf(answer)).toHaveLength(0);
      }
    }
    expect((await get({ 'If-None-Match': '"other"' })).status).toBe(200);
  });

  it.each([
    ['bytes=0-0', 0, 0],
    ['bytes=10-19', 10, 19],
    ['bytes=990-', 990, 999],
    ['bytes=990-5000', 990, 999],
    ['bytes=-10', 990, 999],
    ['bytes=-5000', 0, 999],
    ['Bytes=0-9', 0, 9],
  ])('sends the part %s', async (range, first, last) => {
    const answer = await get({ Range: range });
    expect(answer.status).toBe(206);
    expect(answer.headers.get('content-range')).toBe(`bytes ${first}-${last}/1000`);
    expect(answer.headers.get('content-length')).toBe(String(last - first + 1));
    expect(await bytesOf(answer)).toEqual(picture.subarray(first, last + 1));
  });

  it.each(['bytes=1000-', 'bytes=1000-2000', 'bytes=-0', `bytes=${'9'.repeat(400)}-`])(
    'is 416 for %.30s',
    async (range) => {
      const answer = await get({ Range: range });
      expect(answer.status).toBe(416);
      expect(answer.headers.get('content-range')).toBe('bytes */1000');
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(await answer.json()).toMatchObject({ success: false });
    },
  );

  it.each(['bytes=', 'bytes=-', 'bytes=a-b', 'bytes=9-3', 'bytes=0-1,5-6', 'lines=0-1', 'bytes 0-1', '0-1'])(
    'sends the whole image for %s',
    async (range) => {
      const answer = await get({ Range: range });
      expect(answer.status).toBe(200);
      expect(await bytesOf(answer)).toEqual(picture);
    },
  );

  it('sends a part only if If-Range names the current version', async () => {
    const etag = (await get()).headers.get('etag') ?? '';
    expect((await get({ Range: 'bytes=0-9', 'If-Range': etag })).status).toBe(206);
    expect((await get({ Range: 'bytes=0-9', 'If-Range': '"other"' })).status).toBe(200);
    expect((await get({ Range: 'bytes=0-9', 'If-None-Match': etag })).status).toBe(304);
    expect((await get({ Range: 'bytes=0-9' }, 'HEAD')).status).toBe(200);
  });

  it('is 410 for a deleted file, and the next render draws it again', async () => {
    const gone = await newImage();
    await rm(join(test.dataDir, gone));
    const answer = await fetch(test.url + gone);
    expect(answer.status).toBe(410);
    expect(await answer.json()).toEqual({
      success: false,
      message: 'The picture had to make room for newer ones',
    });
    made -= 1;
    const again = await newImage();
    expect(again).not.toBe(gone);
    expect((await fetch(test.url + again)).status).toBe(200);
  });

  it('is 404 for every other name', async () => {
    for (const name of [path.replace('.webp', '.png'), path.replace('.webp', ''), `${path}.webp`]) {
      const answer = await fetch(test.url + name);
      expect(answer.status).toBe(404);
      expect(await answer.json()).toEqual({ success: false, message: 'There is no such picture' });
      expect(answer.headers.get('etag')).toBeNull();
    }
  });

  it('closes the connection if the file is shorter than expected', async () => {
    const short = await newImage();
    const open = await fetch(test.url + short);
    await truncate(join(test.dataDir, short), 10);
    await open.arrayBuffer().catch(() => undefined);
    expect((await fetch(`${test.url}/healthz`)).status).toBe(200);
  });

  it('leaves no file open after any kind of request', async () => {
    const count = async () => (await readdir('/proc/self/fd').catch(() => [])).length;
    await bytesOf(await get());
    const before = await count();
    for (let i = 0; i < 50; i++) {
      await bytesOf(await get({ 'If-None-Match': '*' }));
      await bytesOf(await get({ Range: 'bytes=5000-' }));
      await bytesOf(await get({}, 'HEAD'));
      await bytesOf(await get({ Range: 'bytes=0-1' }));
      const abort = new AbortController();
      const answer = await fetch(test.url + path, { signal: abort.signal });
      abort.abort();
      await answer.arrayBuffer().catch(() => undefined);
    }
    expect(await count()).toBeLessThan(before + 20);
  });
});
