import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { generateApiKey } from '../../src/store/api-key.ts';
import { addMember, ask, logIn } from '../support/accounts.ts';
import { fakeRenderers } from '../support/fake-renderers.ts';
import { parseAnswer, rawExchange } from '../support/http.ts';
import { startTestService, type TestService } from '../support/service.ts';

const body = JSON.stringify({ tiers: [{ title: 'S', items: ['Tea'] }] });

let test: TestService;
let otherKey: string;
beforeAll(async () => {
  const picture = { bytes: Buffer.from('picture'), width: 1, height: 1, warnings: [] };
  const renderers = {
    ...fakeRenderers(async () => picture),
    measure: async () => ({ sizes: [], layout: '' }),
  };
  test = await startTestService({}, { renderers });
  const bot = await test.service.accounts.findByEmail('bot@example.org');
  otherKey = (await test.service.accounts.createKey(bot?.id ?? '', 'other')).key;
});
afterAll(() => test.stop());

async function post(headers: readonly string[]) {
  const lines = [
    'POST /api/v1/render HTTP/1.1',
    'Host: localhost',
    'Connection: close',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    ...headers,
    '',
    body,
  ];
  return parseAnswer(await rawExchange(test.port, Buffer.from(lines.join('\r\n'), 'latin1')));
}

describe('an API key', () => {
  it.each<[string, (key: string) => string[]]>([
    ['as a bearer token', (key) => [`Authorization: Bearer ${key}`]],
    ['with the scheme in lower case', (key) => [`authorization: bearer ${key}`]],
    ['with the scheme in upper case', (key) => [`AUTHORIZATION: BEARER ${key}`]],
    ['with more space', (key) => [`Authorization:   Bearer    ${key}  `]],
    [
      'in two Authorization headers',
      (key) => [`Authorization: Bearer ${key}`, `Authorization: bearer ${key}`],
    ],
    ['with space around it', (key) => [`X-API-Key: \t ${key} \t `]],
    ['as X-API-Key', (key) => [`X-API-Key: ${key}`]],
    ['as x-api-key', (key) => [`x-api-key: ${key}`]],
    ['in both headers', (key) => [`X-API-Key: ${key}`, `Authorization: Bearer ${key}`]],
    ['twice in one header', (key) => [`X-API-Key: ${key}`, `X-API-Key: ${key}`]],
  ])('is accepted %s', async (_, headers) => {
    expect((await post(headers(test.key))).status).toBe(200);
  });

  it.each<[string, (key: string, other: string) => string[], RegExp]>([
    ['no header', () => [], /is required/],
    ['an empty Authorization', () => ['Authorization:'], /must be "Bearer <key>"/],
    ['an empty X-API-Key', () => ['X-API-Key:'], /not valid/],
    ['the scheme alone', () => ['Authorization: Bearer'], /must be "Bearer <key>"/],
    ['the key alone', (key) => [`Authorization: ${key}`], /must be "Bearer <key>"/],
    ['another scheme', (key) => [`Authorization: Basic ${key}`], /must be "Bearer <key>"/],
    ['a scheme that only begins so', (key) => [`Authorization: BearerX ${key}`], /must be "Bearer <key>"/],
    ['no space after the scheme', (key) => [`Authorization: Bearer${key}`], /must be "Bearer <key>"/],
    ['a tab after the scheme', (key) => [`Authorization: Bearer\t${key}`], /must be "Bearer <key>"/],
    ['a colon after the scheme', (key) => [`Authorization: Bearer: ${key}`], /must be "Bearer <key>"/],
    ['two tokens', (key) => [`Authorization: Bearer ${key} ${key}`], /must be "Bearer <key>"/],
    ['a list', (key) => [`Authorization: Bearer ${key},${key}`], /must be "Bearer <key>"/],
    ['quotes', (key) => [`Authorization: Bearer "${key}"`], /not valid/],
    ['angle brackets', (key) => [`Authorization: Bearer <${key}>`], /not valid/],
    [
      'another scheme beside a good X-API-Key',
      (key) => ['Authorization: Basic eDp5', `X-API-Key: ${key}`],
      /must be "Bearer <key>"/,
    ],
    ['the scheme in X-API-Key', (key) => [`X-API-Key: Bearer ${key}`], /not valid/],
    ['a list in X-API-Key', (key) => [`X-API-Key: ${key}, ${key}`], /not valid/],
    [
      'two keys in two headers',
      (key, other) => [`Authorization: Bearer ${key}`, `X-API-Key: ${other}`],
      /Two different API keys/,
    ],
    [
      'a valid key and an unknown one',
      (key) => [`Authorization: Bearer ${key}`, 'X-API-Key: x'],
      /Two different API keys/,
    ],
    [
      'two Authorization headers',
      (key, other) => [`Authorization: Bearer ${key}`, `Authorization: Bearer ${other}`],
      /Two different API keys/,
    ],
    [
      'two X-API-Key headers',
      (key, other) => [`X-API-Key: ${key}`, `X-API-Key: ${other}`],
      /Two different API keys/,
    ],
    ['an unknown key', () => [`X-API-Key: ${generateApiKey(randomBytes)}`], /not valid/],
    ['a key cut off', (key) => [`X-API-Key: ${key.slice(0, -1)}`], /not valid/],
    ['a key with one more', (key) => [`X-API-Key: ${key}a`], /not valid/],
    [
      'a key mistyped',
      (key) => [`X-API-Key: ${key.slice(0, 20)}${key[20] === 'a' ? 'b' : 'a'}${key.slice(21)}`],
      /not valid/,
    ],
    ['a key in lower case', (key) => [`X-API-Key: ${key.toLowerCase()}`], /not valid/],
    ['a key in upper case', (key) => [`X-API-Key: ${key.toUpperCase()}`], /not valid/],
    ['a key without its prefix', (key) => [`X-API-Key: ${key.slice(8)}`], /not valid/],
    ['a key of another kind', (key) => [`X-API-Key: ${key.replace('live', 'test')}`], /not valid/],
    ['no ASCII', () => ['X-API-Key: sk_live_\xe4\xf6\xfc'], /not valid/],
    ['12 KB', () => [`X-API-Key: sk_live_${'a'.repeat(12_000)}`], /not valid/],
    ['a key as a cookie', (key) => [`Cookie: key=${key}; X-API-Key=${key}`], /is required/],
    ['a key as proxy authorization', (key) => [`Proxy-Authorization: Bearer ${key}`], /is required/],
    ['a key as the session cookie', (key) => [`Cookie: tierpress_session=${key}`], /is required/],
    ['a key in a header of another name', (key) => [`Api-Key: ${key}`, `X_API_KEY: ${key}`], /is required/],
    ['the key as a user of Basic', (key) => [`Authorization: Basic ${btoa(`${key}:`)}`], /must be "Bearer/],
    ['a parameter', (key) => [`Authorization: Bearer token="${key}"`], /not valid/],
    ['a comma after the key', (key) => [`Authorization: Bearer ${key},`], /must be "Bearer <key>"/],
    ['a comma after the key in X-API-Key', (key) => [`X-API-Key: ${key},`], /not valid/],
    ['an empty header beside a good one', (key) => [`Authorization: Bearer ${key}`, 'X-API-Key:'], /Two dif/],
    ['an empty Authorization beside a good key', (key) => ['Authorization:', `X-API-Key: ${key}`], /must be/],
    ['a good key last of three', (key) => ['X-API-Key: x', 'X-API-Key: y', `X-API-Key: ${key}`], /Two diff/],
    ['a space inside', (key) => [`X-API-Key: ${key.slice(0, 20)} ${key.slice(20)}`], /not valid/],
    ['percent signs', (key) => [`X-API-Key: ${key.replace('_', '%5F')}`], /not valid/],
    ['base64', (key) => [`X-API-Key: ${btoa(key)}`], /not valid/],
    ['quotes in X-API-Key', (key) => [`X-API-Key: "${key}"`], /not valid/],
    ['a wrong checksum', (key) => [`X-API-Key: ${key.slice(0, -6)}000000`], /not valid/],
    ['the checksum alone', (key) => [`X-API-Key: sk_live_${key.slice(-6)}`], /not valid/],
    ['the hint of a key', (key) => [`X-API-Key: sk_live_\xe2\x80\xa6${key.slice(-4)}`], /not valid/],
    [
      'the first half and the second',
      (key, other) => [`X-API-Key: ${key.slice(0, 24)}${other.slice(24)}`],
      /not/,
    ],
    ['only spaces', () => ['Authorization: Bearer    ', 'X-API-Key:   '], /must be "Bearer <key>"/],
    ['no-break spaces', (key) => [`X-API-Key: \xa0${key}\xa0`], /not valid/],
    ['__proto__', () => ['X-API-Key: __proto__'], /not valid/],
    ['"undefined"', () => ['Authorization: Bearer undefined'], /not valid/],
    ['"null"', () => ['X-API-Key: null'], /not valid/],
    ['the placeholder', () => ['Authorization: Bearer <API_KEY>'], /not valid/],
  ])('is refused: %s', async (_, headers, message) => {
    const answer = await post(headers(test.key, otherKey));
    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toBe('Bearer');
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.headers['x-request-id']).toMatch(/^[\w-]{8,64}$/);
    expect(answer.headers['ratelimit']).toBeUndefined();
    expect(JSON.parse(answer.body)).toEqual({ success: false, message: expect.stringMatching(message) });
    expect(answer.body).not.toContain('sk_live_');
  });

  it('in the address does not count', async () => {
    const answer = await fetch(`${test.url}/api/v1/render?key=${test.key}&api_key=${test.key}`, {
      method: 'POST',
    });
    expect(answer.status).toBe(401);
  });

  it('is checked before the body is read', async () => {
    const answer = await fetch(`${test.url}/api/v1/render`, { method: 'POST', body: 'x'.repeat(300_000) });
    expect(answer.status).toBe(401);
    await answer.arrayBuffer();
    expect((await fetch(`${test.url}/healthz`)).status).toBe(200);
  });

  it('of 16 KB or more exceeds the limit for headers', async () => {
    const answer = await post([`X-API-Key: sk_live_${'a'.repeat(17_000)}`]);
    expect(answer.status).toBe(431);
    expect(JSON.parse(answer.body)).toMatchObject({ success: false });
  });

  it('never appears in the log', async () => {
    await fetch(`${test.url}/api/v1/render?key=${test.key}`, { headers: { 'X-Request-Id': test.key } });
    await fetch(`${test.url}/images/${test.key}.png`);
    await fetch(`${test.url}/${encodeURIComponent(test.key).replaceAll('_', '%5F')}`);
    await fetch(`${test.url}/${[...test.key].map((c) => `%${c.charCodeAt(0).toString(16)}`).join('')}`);
    const inTitle = JSON.stringify({
      tiers: [{ title: 'S', items: [test.key.repeat(5), test.key.repeat(5)] }],
    });
    await fetch(`${test.url}/api/v1/render`, {
      method: 'POST',
      headers: { 'X-API-Key': test.key, 'Content-Type': 'application/json' },
      body: inTitle,
    });
    await vi.waitFor(() => expect(test.log.join('')).toMatch(/"path":"\/images.*"accountId":"acc_/s));
    // Contains everything that this file has sent, in any case.
    const log = test.log.join('').toLowerCase();
    for (const key of [test.key, otherKey]) expect(log).not.toContain(key.slice(8, 40).toLowerCase());
  });

  it('never appears in an error about a field that contains it', async () => {
    const quoting = [
      { templateId: 1, tiers: [{ title: 'S', items: [test.key] }] },
      { items: ['a'], tiers: [{ title: 'S', items: [test.key] }] },
      { tiers: [{ title: 'S', items: [{ type: 'url', url: `http://127.0.0.1/${test.key}` }] }] },
      { mode: test.key, tiers: [] },
    ];
    for (const question of quoting) {
      const headers = { 'X-API-Key': test.key };
      const answer = await ask(test, 'POST', '/api/v1/render', { headers, body: question });
      expect(answer.status).toBe(400);
      expect(JSON.stringify(answer.body)).not.toContain(test.key.slice(8, 20));
    }
  });
});

describe('a valid API key', () => {
  let admin: string;
  beforeAll(async () => {
    const { email } = await addMember(test, { admin: true });
    admin = await logIn(test, email);
  });

  async function expectRefused(key: string): Promise<void> {
    const answer = await post([`X-API-Key: ${key}`]);
    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toBe('Bearer');
    expect(JSON.parse(answer.body)).toEqual({ success: false, message: 'The API key is not valid' });
  }

  it('stops working when it is revoked', async () => {
    const { body: created } = await ask(test, 'POST', '/api/v1/keys', { cookie: admin });
    const [id, key] = [String(created['id']), String(created['key'])];
    expect((await post([`X-API-Key: ${key}`])).status).toBe(200);
    expect((await ask(test, 'DELETE', `/api/v1/keys/${id}`, { cookie: admin })).status).toBe(200);
    await expectRefused(key);
  });

  it('does not work while its account is disabled', async () => {
    const { id, key } = await addMember(test);
    const setDisabled = (disabled: boolean) =>
      ask(test, 'PATCH', `/api/v1/users/${id}`, { cookie: admin, body: { disabled } });
    expect((await post([`X-API-Key: ${key}`])).status).toBe(200);
    expect((await setDisabled(true)).status).toBe(200);
    await expectRefused(key);
    expect((await setDisabled(false)).status).toBe(200);
    expect((await post([`X-API-Key: ${key}`])).status).toBe(200);
  });

  it('does not replace a session, nor a session a key', async () => {
    const token = admin.replace(/^.*?=/, '');
    await expectRefused(token);
    expect((await post([`Cookie: ${admin}`])).status).toBe(401);
    for (const headers of [{ 'X-API-Key': test.key }, { Authorization: `Bearer ${test.key}` }]) {
      const answer = await ask(test, 'GET', '/api/v1/keys', { headers });
      expect(answer.status).toBe(401);
      expect(answer.body['message']).toBe('You must be logged in; an API key will not do here');
    }
  });
});
