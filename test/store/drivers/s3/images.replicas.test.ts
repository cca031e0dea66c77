import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { sweepImages } from '../../../../src/store/drivers/s3/sweep.ts';
import { imageIds } from '../../../../src/store/image-id.ts';
import { type S3Front, startS3Front } from '../../../support/engines/s3-front.ts';
import { type Swift, startSwift } from '../../../support/engines/swift.ts';
import { fakeRenderers } from '../../../support/fake-renderers.ts';
import { jsonOf } from '../../../support/http.ts';
import { lacks, swiftPrograms } from '../../../support/programs.ts';
import { startTestService } from '../../../support/service.ts';

const bytes = randomBytes(200_000);
const dayMs = 24 * 60 * 60 * 1000;
const renderers = () => fakeRenderers(async () => ({ bytes, width: 1, height: 1, warnings: [] }));

let swift: Swift;
let front: S3Front;

async function startService() {
  const { images, client } = await swift.createBucket();
  const clock = { time: Date.now() };
  const service = await startTestService(
    { TIERPRESS_IMAGES: images.replace(swift.endpoint, front.endpoint), ...swift.env },
    { renderers: renderers(), now: () => new Date(clock.time) },
  );
  onTestFinished(() => service.stop());
  const draw = async () => {
    const answer = await fetch(`${service.url}/api/v1/render`, {
      method: 'POST',
      headers: { 'X-API-Key': service.key, 'Content-Type': 'application/json' },
      body: JSON.stringify({ tiers: [{ title: 'S', items: [] }] }),
    });
    expect(answer.status).toBe(200);
    const { imagePath, cached } = await jsonOf(answer);
    return { path: String(imagePath), url: `${service.url}${imagePath}`, cached };
  };
  return { client, clock, draw, service };
}

describe.skipIf(lacks(...swiftPrograms))('an image in S3', () => {
  beforeAll(async () => {
    swift = await startSwift();
    front = await startS3Front(swift.endpoint);
  });
  afterAll(async () => {
    await front?.close();
    await swift?.close();
  });

  it('is served with ranges and conditions, in one request to S3 for a whole image', async () => {
    const { draw } = await startService();
    const { url } = await draw();
    const get = (headers: Record<string, string> = {}, method = 'GET') => fetch(url, { method, headers });
    // Compared with its checksum the first time, streamed later.
    for (const _ of [1, 2]) {
      front.methods.length = 0;
      const whole = await get();
      expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'image/webp']);
      expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true);
      expect(front.methods).toEqual(['GET']);
      const etag = whole.headers.get('etag') ?? '';
      for (const [range, start, end] of [
        ['bytes=0-0', 0, 0],
        ['bytes=1000-', 1000, bytes.length - 1],
        ['bytes=-5', bytes.length - 5, bytes.length - 1],
        ['bytes=70000-140000', 70_000, 140_000],
      ] as const) {
        const part = await get({ Range: range });
        expect([part.status, part.headers.get('content-range')]).toEqual([
          206,
          `bytes ${start}-${end}/${bytes.length}`,
        ]);
        expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(start, end + 1))).toBe(true);
      }
      front.methods.length = 0;
      expect((await get({ Range: `bytes=${bytes.length}-` })).status).toBe(416);
      expect((await get({ 'If-None-Match': etag })).status).toBe(304);
      const head = await get({}, 'HEAD');
      expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)]);
      expect(front.methods).toEqual(['HEAD', 'HEAD', 'HEAD']);
    }
    const forged = url.replace(/.(?=\.webp$)/, (end) => (end === 'A' ? 'B' : 'A'));
    expect((await fetch(forged)).status).toBe(404);
  });

  it('is 410 when it was deleted, and the same request draws it again', async () => {
    const { client, draw } = await startService();
    const first = await draw();
    expect((await draw()).cached).toBe(true);
    await client.delete(first.path.replace('/images/', ''));
    expect((await fetch(first.url)).status).toBe(410);
    const second = await draw();
    expect(second.cached).toBe(false);
    expect((await fetch(second.url)).status).toBe(200);
  });

  it('is 410 when it has expired', async () => {
    const { clock, draw } = await startService();
    const { url } = await draw();
    expect((await fetch(url)).status).toBe(200);
    clock.time += 7 * dayMs + 1000;
    expect((await fetch(url)).status).toBe(410);
  });

  it('is read over few connections, also when readers leave', async () => {
    const { draw } = await startService();
    const { url } = await draw();
    const before = front.connections();
    for (let i = 0; i < 30; i++) await (await fetch(url)).arrayBuffer();
    expect(front.connections() - before).toBeLessThanOrEqual(1);
    for (let i = 0; i < 10; i++) {
      const leaving = new AbortController();
      await fetch(url, { signal: leaving.signal });
      leaving.abort();
    }
    expect((await fetch(url)).status).toBe(200);
  });

  it('is swept when it has expired, over several pages and by several at once, and nothing else is', async () => {
    const { client } = await swift.createBucket();
    const ids = imageIds(randomBytes(32), randomBytes);
    const now = new Date();
    const name = (days: number, by = ids) =>
      `${by.issue(bytes, 'png', new Date(now.getTime() + days * dayMs))}.png`;
    const kept = [name(1), name(-1, imageIds(randomBytes(32), randomBytes)), 'notes.txt', `deep/${name(-1)}`];
    const expired = Array.from({ length: 12 }, (_, i) => name(-1 - i));
    for (const key of [...kept, ...expired]) await client.put(key, Buffer.from('12345'), 'image/png');
    const paged = {
      list: (after: string | undefined, signal: AbortSignal) => client.list(after, signal, 5),
      delete: client.delete.bind(client),
    };
    const { signal } = new AbortController();
    const swept = await Promise.all([1, 2].map(() => sweepImages(paged, ids, now, signal)));
    for (const { bytes: left } of swept) expect(left).toBe(5);
    for (const key of kept) expect(await client.head(key), key).toBeDefined();
    for (const key of expired) expect(await client.head(key), key).toBeUndefined();
  });
});
