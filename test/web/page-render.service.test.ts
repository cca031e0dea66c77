import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientNetwork } from '../../src/model/client-network.ts';
import { addMember, ask, logIn, refusal } from '../support/accounts.ts';
import { fakeRenderers } from '../support/fake-renderers.ts';
import { startTestService, type TestService } from '../support/service.ts';

const watermarks: boolean[] = [];
const renderers = fakeRenderers(async (spec) => {
  watermarks.push(spec.watermark);
  return { bytes: Buffer.from('image'), width: 1, height: 1, warnings: [] };
});
let time = Date.parse('2026-01-02T12:00:00.000Z');
let test: TestService;
beforeAll(async () => {
  const env = {
    TIERPRESS_TRUST_PROXIES: '127.0.0.0/8 ::1',
    TIERPRESS_VISITOR_MINUTE: '2',
    TIERPRESS_VISITOR_DAY: '3',
  };
  test = await startTestService(env, { renderers, now: () => new Date(time) });
});
afterAll(() => test.stop());

let boards = 0;
const draw = (
  address: string,
  { cookie, headers }: { cookie?: string; headers?: Record<string, string> } = {},
) => {
  boards += 1;
  const body = { tiers: [{ title: 'S', items: [`Tea ${boards}`] }] };
  return ask(test, 'POST', '/tier/render', {
    body,
    cookie,
    headers: { 'X-Forwarded-For': address, ...headers },
  });
};
const minute = 60_000;

describe('an image for a visitor', () => {
  it('has a watermark, and the same answer as from the API', async () => {
    const { status, body, headers } = await draw('203.0.113.1');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      cached: false,
      imagePath: expect.stringMatching(/^\/images\//),
    });
    expect(watermarks.at(-1)).toBe(true);
    expect(headers.get('RateLimit-Policy')).toBe('"minute";q=2;w=60, "day";q=3;w=86400');
    expect(headers.get('RateLimit')).toMatch(/^"minute";r=1;t=60, "day";r=2;t=\d+$/);
    expect(headers.get('Cache-Control')).toBe('no-store');
  });

  it('counts against the quota of the client address, per minute and per day', async () => {
    await draw('203.0.113.2');
    await draw('203.0.113.2');
    const refused = await draw('203.0.113.2');
    expect([refused.status, refused.body]).toEqual([429, refusal('2 requests a minute')]);
    expect(refused.headers.get('Retry-After')).toBe('60');
    expect((await draw('203.0.113.3')).status).toBe(200);
    time += minute;
    expect((await draw('203.0.113.2')).status).toBe(200);
    expect((await draw('203.0.113.2')).body).toEqual(refusal('3 requests a day'));
  });

  it('counts all addresses of an IPv6 network together', async () => {
    await draw('2001:db8:1:2::1');
    await draw('2001:db8:1:2:ffff::9');
    expect((await draw('2001:db8:1:2:3::')).status).toBe(429);
    expect((await draw('2001:db8:1:3::1')).status).toBe(200);
  });

  it('is refused for pages of other origins', async () => {
    for (const headers of [{ 'Sec-Fetch-Site': 'cross-site' }, { Origin: 'https://evil.example' }]) {
      const { status, body } = await draw('203.0.113.4', { headers });
      expect([status, body]).toEqual([403, refusal('must come from a page of the same origin')]);
    }
    expect((await draw('203.0.113.4', { headers: { 'Sec-Fetch-Site': 'same-origin' } })).status).toBe(200);
  });

  it('costs no quota when the request is invalid', async () => {
    const headers = { 'X-Forwarded-For': '203.0.113.5' };
    const { status, headers: fields } = await ask(test, 'POST', '/tier/render', {
      body: { tiers: [] },
      headers,
    });
    expect([status, fields.get('RateLimit')]).toEqual([400, expect.stringContaining('"minute";r=2')]);
  });

  it('leaves no address in the log', async () => {
    await draw('203.0.113.77');
    expect(test.log.join('')).toContain('"accountId":"visitor"');
    expect(test.log.join('')).not.toContain('203.0.113');
  });

  it('ignores API keys, and is available by POST only', async () => {
    const headers = { Authorization: `Bearer ${test.key}`, 'X-Forwarded-For': '203.0.113.6' };
    const body = { tiers: [{ title: 'S', items: ['keyed'] }] };
    await ask(test, 'POST', '/tier/render', { body, headers });
    expect(watermarks.at(-1)).toBe(true);
    expect((await ask(test, 'PUT', '/tier/render', { body })).status).toBe(405);
  });
});

describe('an image for an account that is logged in', () => {
  it('counts against the account and has its plan', async () => {
    const { email, key } = await addMember(test, { plan: 'creator' });
    const cookie = await logIn(test, email);
    const { status, headers } = await draw('203.0.113.8', { cookie });
    expect([status, watermarks.at(-1)]).toEqual([200, false]);
    expect(headers.get('RateLimit')).toMatch(/^"minute";r=29;/);
    const keyed = await ask(test, 'POST', '/api/v1/render', {
      body: { tiers: [{ title: 'S', items: ['with a key'] }] },
      headers: { Authorization: `Bearer ${key}` },
    });
    expect(keyed.headers.get('RateLimit')).toMatch(/^"minute";r=28;/);
  });
});

describe('the network of a client', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8::', '2001:db8::/64'],
    ['unknown', 'unknown'],
  ])('of address %s is %s', (address, network) => {
    expect(clientNetwork(address)).toBe(network);
  });
});
