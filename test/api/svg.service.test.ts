import { createHmac } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMember, ask, logIn, type Member } from '../support/accounts.ts';
import { linkOf } from '../support/links.ts';
import { type PhotoHost, plainPhoto, startPhotoHost } from '../support/photo-host.ts';
import { startTestService, type TestService } from '../support/service.ts';

let host: PhotoHost;
let test: TestService;
let creator: Member;
let free: Member;
/** Of the free plan's session. */
let cookie: string;
beforeAll(async () => {
  host = await startPhotoHost({
    '/photo.jpg': await plainPhoto('#30b060'),
    '/logo.png': await sharp({ create: { width: 90, height: 90, channels: 4, background: '#30b06080' } })
      .png()
      .toBuffer(),
  });
  test = await startTestService({
    TIERPRESS_ALLOW_ADDRESSES: '127.0.0.1/32',
    TIERPRESS_ALLOW_PORTS: String(host.port),
  });
  creator = await addMember(test, { plan: 'creator' });
  free = await addMember(test);
  cookie = await logIn(test, free.email);
});
afterAll(async () => {
  await test.stop();
  await host.close();
});

const board = { title: 'Tea & <Cocoa>', tiers: [{ title: 'S', items: ['Tea', '🍕 Pizza'] }] };
const policy = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:";
const post = (path: string, body: object, { key } = creator) =>
  ask(test, 'POST', path, { body, headers: { Authorization: `Bearer ${key}` } });
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${test.url}${path}`, { method, headers });

describe('an image with "format": "svg"', () => {
  it('is an SVG document that may only show itself', async () => {
    const { status, body } = await post('/api/v1/render', { ...board, format: 'svg' });
    expect([status, body]).toMatchObject([200, { width: 1080, height: 1440, cached: false }]);
    const path = String(body['imagePath']);
    expect(path).toMatch(/^\/images\/[\w-]{40}\.svg$/);
    const answer = await get(path);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
      etag: `"${body['renderId']}"`,
    });
    const svg = await answer.text();
    expect(svg).toMatch(
      /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" .*width="1080" height="1440" viewBox="0 0 1080 1440">/,
    );
    expect(svg).toContain('<title>Tea &amp; &lt;Cocoa');
    expect(svg).not.toContain('made with tierpress');
  });

  it('comes from the cache, and answers HEAD, conditional and range requests', async () => {
    const request = { ...board, title: 'Again', format: 'svg' };
    const first = (await post('/api/v1/render', request)).body;
    const again = (await post('/api/v1/render', request)).body;
    expect(again).toMatchObject({ cached: true, imagePath: first['imagePath'] });
    const path = String(first['imagePath']);
    const whole = await (await get(path)).text();
    const head = await get(path, {}, 'HEAD');
    expect([head.headers.get('Content-Length'), head.headers.get('Content-Type')]).toEqual([
      String(Buffer.byteLength(whole)),
      'image/svg+xml',
    ]);
    const known = await get(path, { 'If-None-Match': `"${first['renderId']}"` });
    expect([known.status, known.headers.get('Content-Security-Policy')]).toEqual([304, policy]);
    const part = await get(path, { Range: 'bytes=1-3' });
    expect([part.status, await part.text()]).toEqual([206, 'svg']);
    expect((await get(path.replace('.svg', '.png'))).status).toBe(404);
  });

  it('is twice as large at scale 2, in the same coordinates', async () => {
    const { body } = await post('/api/v1/render', { ...board, format: 'svg', scale: 2 });
    expect(body).toMatchObject({ width: 2160, height: 2880 });
    const svg = await (await get(String(body['imagePath']))).text();
    expect(svg).toContain('width="2160" height="2880" viewBox="0 0 1080 1440"');
  });

  it('holds its photos, as JPEG or, with transparent parts, as PNG', async () => {
    const photo = (path: string) => ({ type: 'url', url: host.at(path) });
    const tiers = [{ title: 'S', items: [photo('/photo.jpg'), photo('/logo.png')] }];
    const { body } = await post('/api/v1/render', { tiers, format: 'svg' });
    const svg = await (await get(String(body['imagePath']))).text();
    const hrefs = [...svg.matchAll(/ href="([^"]{0,22})/g)].map(([, start]) => start);
    expect(hrefs).toEqual(['data:image/jpeg;base64', 'data:image/png;base64,']);
    expect(svg).not.toContain('127.0.0.1');
    expect(svg).not.toMatch(/\s(?:id|style|class|on\w+|xlink:href)=/);
  });

  it('has the watermark when the request asks for it', async () => {
    const { body } = await post('/api/v1/render', { ...board, format: 'svg', watermark: true });
    expect(await (await get(String(body['imagePath']))).text()).toContain('made with tierpress');
  });

  it('is refused on a plan whose images always have the watermark, and costs nothing', async () => {
    const message = 'format: "svg" is not for the plan free, whose images always have the watermark';
    for (const path of ['/api/v1/render', '/api/v1/sign'])
      for (const watermark of [true, false]) {
        const { status, body } = await post(path, { ...board, format: 'svg', watermark }, free);
        expect([status, body]).toEqual([400, { success: false, message }]);
      }
    const visitor = await ask(test, 'POST', '/tier/render', { body: { ...board, format: 'svg' } });
    expect([visitor.status, visitor.body['message']]).toEqual([400, message]);
    expect((await ask(test, 'GET', '/api/v1/keys', { cookie })).body['usage']).toEqual({ minute: 0, day: 0 });
  });

  it('has signed addresses', async () => {
    const address = String((await post('/api/v1/sign', { ...board, format: 'svg' })).body['url']);
    expect(address).toMatch(/\/i\/[01][\w-]+\.svg\?k=/);
    const answer = await get(address.replace(test.url, ''));
    expect(answer.headers.get('Content-Type')).toBe('image/svg+xml');
    expect(answer.headers.get('Content-Security-Policy')).toBe(policy);
    expect(answer.headers.get('Cache-Control')).toBe('public, max-age=3600');
    expect(await answer.text()).toMatch(/^<svg /);
  });

  it('has no signed address for a key whose plan always has the watermark', async () => {
    const signed = String((await post('/api/v1/sign', { ...board, format: 'png' }, free)).body['url']);
    const [, keyId = ''] = /k=(key_[\w-]+)/.exec(signed) ?? [];
    const text = `/i/${linkOf({ tiers: [{ title: 'S', items: ['Tea'] }] })}.svg?k=${keyId}`;
    const secret = (await ask(test, 'GET', `/api/v1/keys/${keyId}/signing-secret`, { cookie })).body;
    const s = createHmac('sha256', String(secret['signingSecret'])).update(text).digest('base64url');
    expect((await get(`${text}&s=${s.slice(0, 32)}`)).status).toBe(400);
  });
});
