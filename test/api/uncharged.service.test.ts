import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../support/accounts.ts';
import { type PhotoHost, plainPhoto, startPhotoHost } from '../support/photo-host.ts';
import { startTestService, type TestService } from '../support/service.ts';

let host: PhotoHost;
let test: TestService;
let time = Date.parse('2026-01-02T12:00:00.000Z');
const hour = 60 * 60_000;

beforeAll(async () => {
  const photo = await plainPhoto('#c01020');
  host = await startPhotoHost(
    Object.fromEntries(Array.from({ length: 120 }, (_, index) => [`/${index}.jpg`, photo])),
  );
  const env = {
    TIERPRESS_ALLOW_ADDRESSES: '127.0.0.0/8',
    TIERPRESS_ALLOW_PORTS: `80,443,${host.port}`,
    TIERPRESS_VISITOR_MINUTE: '1000',
    TIERPRESS_VISITOR_DAY: '10000',
  };
  test = await startTestService(env, { now: () => new Date(time) });
});
afterAll(async () => {
  await test.stop();
  await host.close();
});
afterEach(() => {
  time += hour;
});

/** Draws a board of these photos as a visitor. */
const draw = (paths: readonly string[], rest: object = {}) =>
  ask(test, 'POST', '/tier/render', {
    body: { tiers: [{ title: 'S', items: paths.map((path) => host.at(path)) }], ...rest },
  });
const numbered = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => `/${first + index}.jpg`);

async function remaining(): Promise<string | null> {
  const { headers } = await ask(test, 'POST', '/tier/render', {
    body: { tiers: [{ title: 'S', items: [`Tea ${time}`] }] },
  });
  return /"day";r=(\d+)/.exec(headers.get('RateLimit') ?? '')?.[1] ?? null;
}

describe('a board that fails because of its caller', () => {
  it('costs no quota, but the eleventh in a minute is refused with every board that would have to be drawn', async () => {
    const before = Number(await remaining());
    for (let i = 0; i < 10; i++) {
      const { status, body } = await draw([`/missing-${i}.jpg`]);
      expect([status, body['message']]).toEqual([400, 'tiers[0].items[0]: 404 from host']);
    }
    const refused = await draw(['/missing.jpg']);
    expect(refused.status).toBe(429);
    expect(refused.body['message']).toBe('Too many requests have failed; try again in 60 s');
    expect(refused.headers.get('Retry-After')).toBe('60');
    expect((await draw([], { title: 'New', tiers: [{ title: 'S', items: ['Word'] }] })).status).toBe(429);
    // An image in the cache costs no work.
    expect(
      (await ask(test, 'POST', '/tier/render', { body: { tiers: [{ title: 'S', items: [`Tea ${time}`] }] } }))
        .status,
    ).toBe(200);
    time += 60_000;
    expect(Number(await remaining())).toBeGreaterThanOrEqual(before - 2);
  });

  it('is not counted when it only contains what the request itself shows to be refused', async () => {
    const downloads = host.asked.length;
    for (let i = 0; i < 30; i++) {
      const addresses = [
        'http://10.0.0.1/a.jpg',
        'https://[::1]/',
        'http://example.org:22/',
        'http://0x7f.1:1/',
      ];
      const { status, body } = await ask(test, 'POST', '/tier/render', {
        body: { tiers: [{ title: `S${i}`, items: addresses }], onImageError: 'placeholder' },
      });
      expect([status, body['message']]).toEqual([
        400,
        'tiers[0].items[0]: address is not public; tiers[0].items[1]: address is not public; ' +
          'tiers[0].items[2]: port 22 is not allowed; tiers[0].items[3]: port 1 is not allowed',
      ]);
    }
    expect(host.asked.length).toBe(downloads);
    expect((await draw(['/0.jpg'])).status).toBe(200);
  });
});

describe('photos for a visitor', () => {
  it('are downloaded up to 200 times an hour, and shown from the cache without a limit', async () => {
    expect((await draw(numbered(1, 80))).status).toBe(200);
    expect((await draw(numbered(1, 80), { title: 'Again' })).status).toBe(200);
    expect((await draw(numbered(81, 119))).status).toBe(200);
    const placeholders = { onImageError: 'placeholder' };
    expect((await draw(numbered(200, 279), placeholders)).status).toBe(200);
    const downloads = host.asked.length;
    const refused = await draw(['/300.jpg', '/301.jpg'], placeholders);
    expect([refused.status, refused.body['message']]).toEqual([
      429,
      expect.stringContaining('Too many photos for one hour without an account; try again in '),
    ]);
    expect(host.asked.length).toBe(downloads);
    time += hour;
    expect((await draw(['/300.jpg', '/301.jpg'], placeholders)).status).toBe(200);
  });
});
