import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type PhotoHost, plainPhoto, startPhotoHost } from '../support/photo-host.ts';
import { startTestService, type TestService } from '../support/service.ts';

let host: PhotoHost;
let api: TestService;
let round = 0;

beforeAll(async () => {
  const red = await plainPhoto('#c01020');
  host = await startPhotoHost({
    ...Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`/red-${index}.jpg`, red])),
    '/blue.png': await plainPhoto('#1020c0', { kind: 'png' }),
    '/large.webp': await plainPhoto('#10c020', { width: 1200, height: 1200, kind: 'webp' }),
    '/page.png': (_, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end('<!doctype html>');
    },
    '/broken.jpg': red.subarray(0, 200),
    '/huge.jpg': Buffer.alloc(2 * 1024 * 1024 + 1, 0xff),
  });
  api = await startTestService({
    TIERPRESS_ALLOW_ADDRESSES: '127.0.0.0/8',
    TIERPRESS_ALLOW_PORTS: `80,443,${host.port}`,
  });
});
afterAll(async () => {
  await api.stop();
  await host.close();
});
beforeEach(() => {
  round++;
});

async function post(body: object) {
  const response = await fetch(`${api.url}/api/v1/render`, {
    method: 'POST',
    headers: { authorization: `Bearer ${api.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ watermark: false, format: 'png', ...body }),
  });
  const answer: { imagePath: string; warnings?: string[]; message: string } = JSON.parse(
    await response.text(),
  );
  return { status: response.status, body: answer };
}

/** Returns the pixels of the image in an answer. */
async function pixelsOf(imagePath: string) {
  const bytes = Buffer.from(await (await fetch(`${api.url}${imagePath}`)).arrayBuffer());
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, ...info };
}

/** Counts the pixels of approximately this colour. */
async function areaOf(imagePath: string, color: readonly [number, number, number]): Promise<number> {
  const { data } = await pixelsOf(imagePath);
  let area = 0;
  for (let at = 0; at < data.length; at += 4)
    if (color.every((value, channel) => Math.abs((data[at + channel] ?? 0) - value) < 12)) area++;
  return area;
}

const red = [0xc0, 0x10, 0x20] as const;
const blue = [0x10, 0x20, 0xc0] as const;
const green = [0x10, 0xc0, 0x20] as const;

describe('photos from the web', () => {
  test('are drawn from the pool, inline, and as items with a caption', async () => {
    const custom = await post({
      items: [
        'words',
        { type: 'url', url: host.at('/red-0.jpg') },
        { type: 'url', url: host.at('/blue.png') },
      ],
      tiers: [{ title: 'S', items: [0, 1, 2] }],
    });
    expect(custom.status).toBe(200);
    expect(custom.body.warnings).toBeUndefined();
    expect(await areaOf(custom.body.imagePath, red)).toBeGreaterThan(20_000);
    expect(await areaOf(custom.body.imagePath, blue)).toBeGreaterThan(20_000);

    const inline = await post({
      tiers: [
        { title: 'S', items: [host.at('/red-0.jpg')] },
        { title: 'A', items: [{ type: 'url', url: host.at('/blue.png'), label: 'Blue' }] },
      ],
    });
    expect(inline.status).toBe(200);
    const [whole, captioned] = [
      await areaOf(inline.body.imagePath, red),
      await areaOf(inline.body.imagePath, blue),
    ];
    expect(captioned).toBeGreaterThan(whole / 2);
    expect(captioned).toBeLessThan(whole);
  });

  test('have twice the pixels in each direction at scale 2', async () => {
    const body = { tiers: [{ title: 'S', items: [host.at('/large.webp')] }] };
    const [once, twice] = [await post(body), await post({ ...body, scale: 2 })];
    const ratio = (await areaOf(twice.body.imagePath, green)) / (await areaOf(once.body.imagePath, green));
    expect(ratio).toBeGreaterThan(3.95);
    expect(ratio).toBeLessThan(4.05);
  });

  test('are downloaded once, however often they are drawn', async () => {
    const items = Array.from({ length: 6 }, (_, index) => host.at(`/red-${10 + index}.jpg`));
    const body = {
      tiers: [
        { title: 'S', items },
        { title: 'A', items },
      ],
    };
    const before = host.asked.length;
    const answers = await Promise.all([post(body), post(body), post(body)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await post(body)).status).toBe(200);
    expect(host.asked.length - before).toBe(6);
  });

  test('are downloaded again if the file in the cache is damaged', async () => {
    const address = host.at('/red-20.jpg');
    const body = { tiers: [{ title: 'S', items: [address] }] };
    const first = await post(body);
    for (const folder of ['sources', 'tiles']) {
      const path = join(api.dataDir, 'cache', 'pictures', folder);
      for (const name of await readdir(path)) {
        const content = await readFile(join(path, name));
        content.fill(0x55, 40, Math.min(content.length, 400));
        await writeFile(join(path, name), content);
      }
    }
    // In another format, so that the image is not cached.
    const second = await post({ ...body, format: 'webp' });
    expect(second.body).toMatchObject({ cached: false });
    const [before, after] = [
      await areaOf(first.body.imagePath, red),
      await areaOf(second.body.imagePath, red),
    ];
    expect(before).toBeGreaterThan(10_000);
    expect(after / before).toBeCloseTo(1, 2);
  });

  test('that fail are all named in one message, each by its path in the request', async () => {
    const answer = await post({
      items: [
        { type: 'url', url: host.at('/none.png') },
        { type: 'url', url: host.at('/page.png') },
        { type: 'url', url: host.at('/huge.jpg') },
        { type: 'url', url: host.at('/broken.jpg') },
        { type: 'url', url: host.at('/blue.png') },
      ],
      tiers: [{ title: 'S', items: [0, 1, 2, 3, 4] }],
    });
    expect(answer.status).toBe(400);
    expect(answer.body.message.split('; ')).toEqual([
      'items[0].url: 404 from host',
      'items[1].url: not a picture (text/html)',
      'items[2].url: larger than 2 MB',
      expect.stringMatching(/^items\[3\]\.url: (the picture is damaged|not a picture that can be read)$/),
    ]);
  });

  test('that fail become placeholders with onImageError, with a warning for each', async () => {
    const answer = await post({
      onImageError: 'placeholder',
      tiers: [{ title: 'S', items: [host.at('/none.png'), host.at('/broken.jpg'), host.at('/blue.png')] }],
    });
    expect(answer.status).toBe(200);
    expect(answer.body.warnings).toEqual([
      'tiers[0].items[0]: 404 from host; a placeholder is drawn',
      expect.stringMatching(/^tiers\[0\]\.items\[1\]: .*; a placeholder is drawn$/),
    ]);
    expect(await areaOf(answer.body.imagePath, blue)).toBeGreaterThan(20_000);
  });

  test('are not fetched if no tier places them', async () => {
    const before = host.asked.length;
    const answer = await post({
      items: ['words', { type: 'url', url: host.at('/none.png') }],
      tiers: [{ title: `S${round}`, items: [0] }],
    });
    expect(answer.status).toBe(200);
    expect(host.asked.length).toBe(before);
  });

  test('have addresses that are never logged or stored, since they may contain secrets', async () => {
    const secret = `/red-30.jpg`;
    await post({ tiers: [{ title: 'S', items: [host.at(secret)] }] });
    expect(api.log.join('\n')).not.toContain('red-30');
    const journal = join(api.dataDir, 'cache', 'pictures', 'addresses.journal');
    const lines = await vi.waitFor(async () => {
      const text = await readFile(journal, 'utf8');
      expect(text).not.toBe('');
      return text;
    });
    expect(lines).not.toMatch(/127\.0\.0\.1|red-30/);
  });
});
