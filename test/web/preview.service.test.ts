import { setImmediate as nextTick } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderSvg } from '../../src/raster/render-svg.ts';
import type { Call, SvgImage } from '../../src/render/ports.ts';
import { createEngine } from '../../src/workers/engine.ts';
import { addMember, ask, logIn, refusal } from '../support/accounts.ts';
import { boardOf, specOf } from '../support/boards.ts';
import { fakeRenderers } from '../support/fake-renderers.ts';
import { type PhotoHost, startPhotoHost } from '../support/photo-host.ts';
import { difference, pixelsOf } from '../support/pixels.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { fromPage, upload } from '../support/uploads.ts';

const tea = { title: 'Drinks', tiers: [{ title: 'S', items: ['Tea', '☕ Coffee'] }] };
const proxied = { TIERPRESS_TRUST_PROXIES: '127.0.0.0/8 ::1' };

interface Visit {
  readonly from?: string;
  readonly cookie?: string;
  readonly headers?: Record<string, string>;
}

/** Sends a request of a page. Every visitor has another address. */
function visit(test: TestService, path: string, body?: object, { from, cookie, headers }: Visit = {}) {
  return fetch(`${test.url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(from !== undefined && { 'X-Forwarded-For': from }),
      ...(cookie !== undefined && { Cookie: cookie }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

describe('a preview', () => {
  let test: TestService;
  let host: PhotoHost;
  let time = Date.now();
  beforeAll(async () => {
    const photo = await sharp({ create: { width: 300, height: 100, channels: 3, background: '#b03060' } })
      .composite([
        {
          input: Buffer.from('<svg width="90" height="60"><circle cx="45" cy="30" r="29"/></svg>'),
          left: 20,
          top: 20,
        },
      ])
      .jpeg()
      .toBuffer();
    host = await startPhotoHost({ '/a.jpg': photo, '/b.jpg': photo, '/text': Buffer.from('no photo') });
    const env = {
      ...proxied,
      TIERPRESS_ALLOW_ADDRESSES: '127.0.0.1',
      TIERPRESS_ALLOW_PORTS: `80 ${host.port}`,
      TIERPRESS_VISITOR_PHOTOS_HOUR: '2',
    };
    test = await startTestService(env, { now: () => new Date(time) });
  });
  afterAll(async () => {
    await test.stop();
    await host.close();
  });
  const photosOf = (svg: string) =>
    [...svg.matchAll(/ href="([^"]+)"/g)].map(([, path = '']) => path.replaceAll('&amp;', '&'));
  const boardWith = (...items: readonly object[]) => ({
    mode: 'inline',
    tiers: [{ title: 'S', items }],
  });

  it('is the SVG of the image that a visitor would download, and costs no quota', async () => {
    const from = '203.0.113.1';
    const answer = await visit(test, '/tier/preview', tea, { from });
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-encoding': 'gzip',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; img-src 'self' data:",
    });
    const board = boardOf('Drinks', [['S', ['Tea', '☕ Coffee']]]);
    const { parts } = createEngine({ rasteriser: 'resvg' }).svg(specOf(board));
    expect(await answer.text()).toBe(parts.join(''));
    const drawn = await visit(test, '/tier/render', tea, { from });
    expect(drawn.headers.get('RateLimit')).toMatch(/"minute";r=5;/);
  });

  it('is sent without compression to clients that know none', async () => {
    const headers = { 'Accept-Encoding': 'identity' };
    const answer = await visit(test, '/tier/preview', tea, { from: '203.0.113.1', headers });
    expect(answer.headers.get('Content-Encoding')).toBe(null);
    const raw = await answer.arrayBuffer();
    expect(() => gunzipSync(raw)).toThrow();
  });

  it('has no watermark on a plan whose images have none', async () => {
    const { email } = await addMember(test, { plan: 'creator' });
    const cookie = await logIn(test, email);
    const svg = await (await visit(test, '/tier/preview', tea, { cookie })).text();
    expect(svg).not.toContain('made with tierpress');
    const visitors = await (
      await visit(test, '/tier/preview', { ...tea, watermark: false }, { from: '203.0.113.2' })
    ).text();
    expect(visitors).toContain('made with tierpress');
  });

  it('carries warnings in an element that is not drawn', async () => {
    const body = { ...tea, titel: '', tracks: [{ title: '<b>&', color: '#ffffff' }] };
    const svg = await (await visit(test, '/tier/preview', body, { from: '203.0.113.2' })).text();
    const [, json = ''] = /<metadata>(.*)<\/metadata><\/svg>$/.exec(svg) ?? [];
    expect(JSON.parse(json.replaceAll('&lt;', '<').replaceAll('&amp;', '&'))).toEqual([
      expect.stringContaining('titel'),
      expect.stringContaining('<b>&'),
    ]);
  });

  it.each([
    [{ 'Sec-Fetch-Site': 'cross-site' }, 403, 'forbidden', 'must come from a page of the same origin'],
    [{ Origin: 'https://evil.example' }, 403, 'forbidden', 'must come from a page of the same origin'],
    [{ 'Content-Type': 'text/plain' }, 415, 'unsupportedMediaType', 'Content-Type'],
  ])('is refused with %o', async (headers, status, code, message) => {
    const answer = await visit(test, '/tier/preview', tea, { headers });
    expect([answer.status, await answer.json()]).toEqual([status, refusal(message)]);
    expect(answer.headers.get('Tierpress-Failure')).toBe(code);
  });

  it.each([
    [{ tiers: [] }, 'tiers'],
    [boardWith({ type: 'url', url: 'http://169.254.1.1/a.png' }), 'tiers[0].items[0].url: '],
  ])('is refused for %o, as an image would be', async (body, message) => {
    const answer = await visit(test, '/tier/preview', body, { from: '203.0.113.3' });
    expect([answer.status, await answer.json()]).toEqual([400, refusal(message)]);
  });

  it('downloads nothing, and equals the image once its photos are there', async () => {
    const from = '203.0.113.4';
    const body = boardWith(
      { type: 'url', url: host.at('/a.jpg'), label: 'A photo' },
      { type: 'url', url: host.at('/b.jpg') },
      { type: 'text', label: 'Words' },
    );
    const svg = await (await visit(test, '/tier/preview', body, { from })).text();
    const paths = photosOf(svg);
    expect([paths.length, host.asked]).toEqual([2, []]);
    let whole = svg;
    for (const path of paths) {
      const answer = await visit(test, path, undefined, { from });
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': expect.stringMatching(/^private, max-age=\d{4}, immutable$/),
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
      });
      const png = await sharp(await answer.arrayBuffer())
        .png()
        .toBuffer();
      whole = whole.replace(path.replaceAll('&', '&amp;'), `data:image/png;base64,${png.toString('base64')}`);
    }
    expect([...host.asked].sort()).toEqual(['/a.jpg', '/b.jpg']);
    const drawn = await ask(test, 'POST', '/tier/render', {
      body: { ...body, format: 'png' },
      headers: { 'X-Forwarded-For': from },
    });
    const image = await (await fetch(String(drawn.body['imageUrl']))).arrayBuffer();
    expect(difference(renderSvg(whole, 1), await pixelsOf(image)).mean).toBeLessThan(0.5);
    expect(host.asked).toHaveLength(2);
  });

  it('shows uploaded photos, in their tiles too', async () => {
    const from = '203.0.113.8';
    const png = await sharp({ create: { width: 600, height: 90, channels: 3, background: '#30b060' } })
      .png()
      .toBuffer();
    const { id } = await upload(test, png, {
      ...fromPage,
      'Content-Type': 'image/png',
      'X-Forwarded-For': from,
    });
    const body = boardWith({ type: 'photo', id }, { type: 'photo', id: `photo_${'0'.repeat(32)}` });
    const svg = await (await visit(test, '/tier/preview', body, { from })).text();
    const [path = '', none = ''] = photosOf(svg);
    const answer = await visit(test, path, undefined, { from });
    const { format, width, height } = await sharp(await answer.arrayBuffer()).metadata();
    expect(format).toBe('webp');
    expect(svg).toContain(`<image width="${width}" height="${height}"`);
    expect((await visit(test, none, undefined, { from })).status).toBe(400);
  });

  it('has photos that are refused beyond the photos of an hour, until then with their problem', async () => {
    const from = '203.0.113.5';
    const body = boardWith(
      { type: 'url', url: host.at('/none') },
      { type: 'url', url: host.at('/text') },
      { type: 'url', url: 'http://localhost/a.png' },
    );
    const paths = photosOf(await (await visit(test, '/tier/preview', body, { from })).text());
    const answers: [number, unknown][] = [];
    for (const path of paths) {
      const answer = await visit(test, path, undefined, { from });
      answers.push([answer.status, await answer.json()]);
    }
    expect(answers).toEqual([
      [400, refusal('404')],
      [400, refusal('not a picture')],
      [429, refusal('Too many photos for one hour')],
    ]);
  });

  it('has photos whose hosts are not reached where they may not be', async () => {
    const body = boardWith({ type: 'url', url: 'http://localhost/a.png' });
    const from = '203.0.113.6';
    const [path = ''] = photosOf(await (await visit(test, '/tier/preview', body, { from })).text());
    const answer = await visit(test, path, undefined, { from });
    expect([answer.status, await answer.json()]).toEqual([400, refusal('not public')]);
  });

  it('has photos whose addresses expire and cannot be forged', async () => {
    const from = '203.0.113.7';
    const body = boardWith({ type: 'url', url: host.at('/a.jpg') });
    const [path = ''] = photosOf(await (await visit(test, '/tier/preview', body, { from })).text());
    const statusOf = async (address: string) => (await visit(test, address, undefined, { from })).status;
    expect(await statusOf(path)).toBe(200);
    expect(await statusOf(path.replace('s=', 's=A'))).toBe(403);
    expect(await statusOf(path.replace('u=', 'u=A'))).toBe(403);
    expect(await statusOf('/tier/photo')).toBe(403);
    time += 2 * 60 * 60 * 1000;
    expect(await statusOf(path)).toBe(403);
  });
});

describe('many previews', () => {
  let test: TestService;
  let time = Date.now();
  const image: SvgImage = {
    parts: ['<svg xmlns="http://www.w3.org/2000/svg"></svg>'],
    links: [],
    warnings: [],
  };
  let draw: (call: Call) => Promise<SvgImage> = async () => image;
  beforeAll(async () => {
    const fakes = fakeRenderers(() => Promise.reject(new Error('no images here')));
    const renderers = { ...fakes, svg: (_: unknown, call: Call) => draw(call) };
    const env = { ...proxied, TIERPRESS_PREVIEW_MINUTE: '3', TIERPRESS_PREVIEW_CPU_SECONDS: '2' };
    test = await startTestService(env, { renderers, now: () => new Date(time) });
  });
  afterAll(() => test.stop());

  it('are refused beyond those of a minute, for each client address', async () => {
    const from = '203.0.113.1';
    await visit(test, '/tier/preview', { tiers: [] }, { from });
    for (let preview = 0; preview < 3; preview += 1)
      expect((await visit(test, '/tier/preview', tea, { from })).status).toBe(200);
    time += 20_000;
    const refused = await visit(test, '/tier/preview', tea, { from });
    expect([refused.status, await refused.json()]).toEqual([429, refusal('Too many previews')]);
    expect(refused.headers.get('Retry-After')).toBe('40');
    expect(refused.headers.get('Tierpress-Failure')).toBe('quotaExceeded');
    expect((await visit(test, '/tier/preview', tea, { from: '203.0.113.2' })).status).toBe(200);
    time += 40_000;
    expect((await visit(test, '/tier/preview', tea, { from })).status).toBe(200);
  });

  it('are refused beyond the CPU time of a minute, for each account', async () => {
    const { email } = await addMember(test);
    const cookie = await logIn(test, email);
    draw = async (call) => {
      call.onCpuTime?.(1000);
      return image;
    };
    expect((await visit(test, '/tier/preview', tea, { cookie })).status).toBe(200);
    expect((await visit(test, '/tier/preview', tea, { cookie })).status).toBe(200);
    expect((await visit(test, '/tier/preview', tea, { cookie })).status).toBe(429);
    draw = async () => image;
  });

  it('are in work one at a time, and the newest replaces the one that waits', async () => {
    const from = '203.0.113.3';
    const begun: (() => void)[] = [];
    let reached = () => {};
    draw = (call) => {
      expect(call.priority).toBe('low');
      return new Promise((resolve) => {
        begun.push(() => resolve(image));
        reached();
      });
    };
    const first = new Promise<void>((resolve) => {
      reached = resolve;
    });
    const answers = [visit(test, '/tier/preview', tea, { from })];
    await first;
    const superseded = visit(test, '/tier/preview', tea, { from });
    const raced = [superseded, visit(test, '/tier/preview', tea, { from })];
    const refused = await Promise.race(raced);
    expect([refused.status, await refused.json()]).toEqual([409, refusal('A newer preview')]);
    expect(begun).toHaveLength(1);
    const second = new Promise<void>((resolve) => {
      reached = resolve;
    });
    begun[0]?.();
    await second;
    begun[1]?.();
    const statuses = await Promise.all([...answers, ...raced].map(async (answer) => (await answer).status));
    expect(statuses.sort()).toEqual([200, 200, 409]);
    await nextTick();
    expect(begun).toHaveLength(2);
    draw = async () => image;
  });
});
