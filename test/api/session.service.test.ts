import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sessionLimits } from '../../src/model/session.ts';
import {
  type Answer,
  addMember,
  ask,
  goodPassword,
  logIn,
  passwordToken,
  refusal,
} from '../support/accounts.ts';
import { fakeRenderers } from '../support/fake-renderers.ts';
import { startTestService, type TestService } from '../support/service.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const picture = { bytes: Buffer.from('picture'), width: 1, height: 1, warnings: [] };
const renderers = fakeRenderers(async () => picture);

const start = Date.now();
let time = start;
const now = () => new Date(time);
beforeEach(() => {
  time = start;
});

/** A service that trusts the proxy on this machine, so that tests can choose their address. */
let test: TestService;
/** A service without trusted proxies, open for sign-ups. */
let open: TestService;
let admin: string;
beforeAll(async () => {
  test = await startTestService(
    { TIERPRESS_TRUST_PROXIES: '127.0.0.1,::1', TIERPRESS_BASE_URL: 'https://tiers.example.org' },
    { renderers, now },
  );
  open = await startTestService({ TIERPRESS_OPEN_SIGN_UP: 'true' }, { renderers });
  admin = await logIn(test, (await addMember(test, { admin: true })).email);
});
afterAll(async () => {
  await test.stop();
  await open.stop();
});

let callers = 0;
/** Returns the headers of a proxy for a client with a new address. */
const stranger = () => ({ 'X-Forwarded-For': `198.51.100.${++callers}` });

interface Login {
  readonly email: string;
  readonly password?: string;
  readonly cookie?: string;
  readonly headers?: Record<string, string>;
}

function postSession({
  email,
  password = goodPassword,
  cookie,
  headers = stranger(),
}: Login): Promise<Answer> {
  return ask(test, 'POST', '/api/v1/session', { cookie, headers, body: { email, password } });
}

function putPassword(body: object, cookie?: string): Promise<Answer> {
  return ask(test, 'PUT', '/api/v1/password', { cookie, headers: stranger(), body });
}

const whoAmI = (cookie: string | undefined, on = test): Promise<Answer> =>
  ask(on, 'GET', '/api/v1/session', { cookie });

function expectRefused(answer: Answer, status: number, message: string | RegExp): void {
  expect(answer.body).toEqual(refusal(message));
  expect(answer.status).toBe(status);
  expect(answer.headers.getSetCookie()).toEqual([]);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer' : null);
}

const wrong = 'The e-mail address or the password is not right';

describe('logging in', () => {
  it('sets a cookie that identifies the account', async () => {
    const { email, id } = await addMember(test, { plan: 'creator' });
    await logIn(test, email);
    const answer = await postSession({ email: ` ${email.toUpperCase()} ` });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const user = { id, email, plan: 'creator', admin: false, disabled: false, createdAt: expect.any(String) };
    const expiresAt = new Date(start + sessionLimits.idleMs).toISOString();
    expect(answer.body).toEqual({ success: true, user, expiresAt });
    expect((await whoAmI(answer.cookie)).body).toEqual(answer.body);
    time += day;
    const later = new Date(time + sessionLimits.idleMs).toISOString();
    expect((await whoAmI(answer.cookie)).body).toEqual({ ...answer.body, expiresAt: later });
  });

  it('does not reveal which addresses have an account', async () => {
    const { email } = await addMember(test);
    await logIn(test, email);
    expectRefused(await postSession({ email, password: 'not the password' }), 401, wrong);
    expectRefused(await postSession({ email: 'nobody@example.org' }), 401, wrong);
    const unready = await addMember(test);
    expectRefused(await postSession({ email: unready.email }), 401, wrong);
  });

  it('is refused for a disabled account, which only the right password reveals', async () => {
    const { email, id } = await addMember(test);
    await logIn(test, email);
    await ask(test, 'PATCH', `/api/v1/users/${id}`, { cookie: admin, body: { disabled: true } });
    expectRefused(await postSession({ email }), 403, 'The account is disabled');
    expectRefused(await postSession({ email, password: 'not the password' }), 401, wrong);
  });

  it('ends the session of the request and never reuses its token', async () => {
    const { email } = await addMember(test);
    const first = await logIn(test, email);
    const second = await postSession({ email, cookie: first });
    expect(second.status).toBe(200);
    expect(second.cookie).not.toBe(first);
    expect((await whoAmI(first)).status).toBe(401);
    expect((await whoAmI(second.cookie)).status).toBe(200);
    const planted = `__Host-tierpress_session=${'A'.repeat(43)}`;
    const third = await postSession({ email, cookie: planted });
    expect(third.cookie).not.toBe(planted);
    expect((await whoAmI(planted)).status).toBe(401);
    expect((await whoAmI(second.cookie)).status).toBe(200);
  });

  it('does not change the session if it fails', async () => {
    const { email } = await addMember(test);
    const cookie = await logIn(test, email);
    expectRefused(await postSession({ email, cookie, password: 'not the password' }), 401, wrong);
    expect((await whoAmI(cookie)).status).toBe(200);
  });

  it.each<[string, unknown, number, string | RegExp]>([
    ['nothing', '', 400, 'The body is empty'],
    ['no JSON', 'email=x', 400, /^The body is not valid JSON/],
    ['null', null, 400, 'The body must be a JSON object'],
    ['a list', [], 400, 'The body must be a JSON object'],
    ['an empty object', {}, 400, 'email: is required; password: is required'],
    ['no password', { email: 'a@example.org' }, 400, 'password: is required'],
    ['no address', { password: 'x' }, 400, 'email: is required'],
    ['a password that is null', { email: 'a@example.org', password: null }, 400, /^password: must be a text/],
    [
      'a password that is a number',
      { email: 'a@example.org', password: 1 },
      400,
      /^password: must be a text/,
    ],
    ['a list of passwords', { email: 'a@example.org', password: ['x'] }, 400, /^password: must be a text/],
    ['an address that is an object', { email: { $ne: '' }, password: 'x' }, 400, /^email: must be a text/],
    ['an invalid address', { email: 'ann', password: 'x' }, 400, /^email: must be an e-mail address/],
    ['an address with a line break', { email: 'a@b\nc', password: 'x' }, 400, /^email: must be an e-mail/],
    ['a long address', { email: `${'a'.repeat(250)}@b.org`, password: 'x' }, 400, /^email: must be at most/],
    ['a long password', { email: 'a@b.org', password: 'x'.repeat(201) }, 400, /^password: must be at most/],
    ['300 KB', { email: 'a@b.org', password: 'x'.repeat(300_000) }, 413, /^The body must be at most/],
  ])('is refused with %s, which does not count as a guess', async (_, body, status, message) => {
    const headers = stranger();
    for (let i = 0; i < 25; i++) {
      expectRefused(await ask(test, 'POST', '/api/v1/session', { headers, body }), status, message);
    }
  });

  it('is refused with a form', async () => {
    for (const type of [
      'application/x-www-form-urlencoded',
      'text/plain',
      'multipart/form-data; boundary=x',
    ]) {
      const headers = { ...stranger(), 'Content-Type': type };
      const answer = await ask(test, 'POST', '/api/v1/session', {
        headers,
        body: '{"email":"a@b.org","password":"x"}',
      });
      expectRefused(answer, 415, /Content-Type/);
    }
  });

  it('is refused with a key as the password', async () => {
    expectRefused(await postSession({ email: 'bot@example.org', password: test.key }), 401, wrong);
  });
});

describe('the cookie', () => {
  it('is limited to this service, and to https if the base address is https', async () => {
    const { email } = await addMember(test);
    await logIn(test, email);
    const [cookie = '', ...others] = (await postSession({ email })).headers.getSetCookie();
    expect(others).toEqual([]);
    const [value = '', ...attributes] = cookie.split('; ');
    expect(value).toMatch(/^__Host-tierpress_session=[\w-]{43}$/);
    const expires = attributes.find((attribute) => attribute.startsWith('expires='));
    expect(attributes.filter((attribute) => attribute !== expires).sort()).toEqual([
      'httponly',
      'path=/',
      'samesite=lax',
      'secure',
    ]);
    // The library that writes the cookie uses the machine's clock.
    const life = Date.parse(expires?.slice(8) ?? '') - Date.now();
    expect(Math.abs(life - sessionLimits.absoluteMs)).toBeLessThan(minute);
  });

  it('is not limited to https if the base address is http, whatever a proxy says', async () => {
    const body = { email: 'cookie@example.org', password: goodPassword };
    const headers = { 'X-Forwarded-Proto': 'https', Forwarded: 'proto=https' };
    const { status, headers: answered } = await ask(open, 'POST', '/api/v1/users', { headers, body });
    expect(status).toBe(200);
    const [cookie = ''] = answered.getSetCookie();
    expect(cookie).toMatch(/^tierpress_session=[\w-]{43}; path=\/; expires=[^;]+; samesite=lax; httponly$/);
  });

  it.each([
    ['https', () => test, '; secure'],
    ['http', () => open, ''],
  ])('of the language is limited in the same way (%s)', async (_, service, secure) => {
    const { headers } = await fetch(`${service().url}/?lang=ru`);
    const [cookie = ''] = headers.getSetCookie();
    expect(cookie.replace(/ expires=[^;]+;/, '')).toBe(
      `tierpress_language=ru; path=/; samesite=lax${secure}; httponly`,
    );
    expect(await (await fetch(`${service().url}/`, { headers: { Cookie: cookie } })).text()).toContain(
      'lang="ru"',
    );
  });

  it('is removed with the same attributes', async () => {
    const { email } = await addMember(test);
    const cookie = await logIn(test, email);
    const answer = await ask(test, 'DELETE', '/api/v1/session', { cookie });
    expect(answer.body).toEqual({ success: true });
    expect(answer.headers.getSetCookie()).toEqual([
      '__Host-tierpress_session=; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT; samesite=lax; secure; httponly',
    ]);
  });

  it.each([
    ['empty', '__Host-tierpress_session='],
    ['another', `__Host-tierpress_session=${'A'.repeat(43)}`],
    ['no token', '__Host-tierpress_session=null'],
    ['in quotes', '__Host-tierpress_session="x"'],
    ['long', `__Host-tierpress_session=${'A'.repeat(8_000)}`],
    ['of another name', 'session=x; __host-tierpress_session=x'],
    ['no cookie at all', ';;;=;'],
    ['a key', `__Host-tierpress_session=sk_live_${'A'.repeat(38)}`],
  ])('that is %s gives no session', async (_, cookie) => {
    const answer = await whoAmI(cookie);
    expectRefused(answer, 401, 'You must be logged in; an API key will not do here');
  });

  it('is not accepted under a name that other sites of the domain can set over http', async () => {
    const { email } = await addMember(test);
    const cookie = await logIn(test, email);
    expect((await whoAmI(cookie)).status).toBe(200);
    expect((await whoAmI(cookie.replace('__Host-', ''))).status).toBe(401);
  });

  it('works beside other cookies, but not if it was altered', async () => {
    const { email } = await addMember(test);
    const cookie = await logIn(test, email);
    expect((await whoAmI(`theme=dark; ${cookie}; x=y`)).status).toBe(200);
    expect((await whoAmI(cookie.toLowerCase())).status).toBe(401);
    expect((await whoAmI(cookie.slice(0, -1))).status).toBe(401);
    expect((await whoAmI(`${cookie}A`)).status).toBe(401);
  });
});

describe('a session', () => {
  it('expires after seven days without use', async () => {
    // A service of its own, since the administrator's session expires on it, too.
    const service = await startTestService({}, { renderers, now });
    try {
      const { email } = await addMember(service);
      const cookie = await logIn(service, email);
      time = start + 6 * day;
      expect((await whoAmI(cookie, service)).status).toBe(200);
      time += 7 * day - 1;
      expect((await whoAmI(cookie, service)).status).toBe(200);
      time += 7 * day;
      expect((await whoAmI(cookie, service)).status).toBe(401);
    } finally {
      await service.stop();
    }
  });

  it('survives a restart, and so does its end', async () => {
    let service = await startTestService({}, { renderers, now });
    try {
      const { email } = await addMember(service);
      const [kept, ended] = [await logIn(service, email), await addMember(service)];
      const gone = await logIn(service, ended.email);
      await ask(service, 'DELETE', '/api/v1/session', { cookie: gone });
      service = await service.restart();
      expect((await whoAmI(kept, service)).body).toMatchObject({ user: { email } });
      expect((await whoAmI(gone, service)).status).toBe(401);
    } finally {
      await service.stop();
    }
  });
});

describe('logging out', () => {
  it('ends this session alone, and is never refused', async () => {
    const { email } = await addMember(test);
    const here = await logIn(test, email);
    const there = (await postSession({ email })).cookie;
    const logOut = (cookie?: string) => ask(test, 'DELETE', '/api/v1/session', { cookie });
    for (const cookie of [here, here, undefined, '__Host-tierpress_session=x']) {
      expect((await logOut(cookie)).body).toEqual({ success: true });
    }
    expect((await whoAmI(here)).status).toBe(401);
    expect((await whoAmI(there)).status).toBe(200);
  });

  it('everywhere else ends the other sessions and reports their number', async () => {
    const { email } = await addMember(test);
    const here = await logIn(test, email);
    const others = [(await postSession({ email })).cookie, (await postSession({ email })).cookie];
    const stranger = await logIn(test, (await addMember(test)).email);
    const answer = await ask(test, 'DELETE', '/api/v1/session/others', { cookie: here });
    expect(answer.body).toEqual({ success: true, ended: 2 });
    for (const cookie of others) expect((await whoAmI(cookie)).status).toBe(401);
    for (const cookie of [here, stranger]) expect((await whoAmI(cookie)).status).toBe(200);
    const anonymous = await ask(test, 'DELETE', '/api/v1/session/others');
    expectRefused(anonymous, 401, 'You must be logged in');
  });
});

describe('guessing a password', () => {
  it('is blocked for an account after five wrong passwords from one address, and only there', async () => {
    const { email } = await addMember(test);
    await logIn(test, email);
    const headers = stranger();
    const guesses = await Promise.all(
      Array.from({ length: 9 }, (_, i) => postSession({ email, password: `guess number ${i}`, headers })),
    );
    expect(guesses.map(({ status }) => status).sort()).toEqual([401, 401, 401, 401, 401, 429, 429, 429, 429]);
    const refused = await postSession({ email: email.toUpperCase(), headers });
    expectRefused(refused, 429, 'Too many failed logins; try again later');
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(refused.headers.get('ratelimit')).toBeNull();
    expect((await postSession({ email })).status).toBe(200);
    const other = await addMember(test);
    await logIn(test, other.email);
    expect((await postSession({ email: other.email, headers })).status).toBe(200);
  });

  it('from many addresses blocks strangers, but not those from where the account has been used', async () => {
    const { email } = await addMember(test);
    await logIn(test, email);
    const home = stranger();
    const { cookie } = await postSession({ email, headers: home });
    for (let i = 0; i < 50; i++)
      expect((await postSession({ email, password: `guess number ${i}` })).status).toBe(401);
    expectRefused(await postSession({ email }), 429, 'Too many failed logins; try again later');
    expect((await postSession({ email, headers: home })).status).toBe(200);
    expect((await whoAmI(cookie)).status).toBe(200);
  });

  it('is blocked for the current password too, by the same count', async () => {
    const { email } = await addMember(test);
    const cookie = await logIn(test, email);
    const change = { password: 'a better password' };
    const headers = stranger();
    const guesses = await Promise.all(
      Array.from({ length: 6 }, (_, i) => {
        const body = { ...change, currentPassword: `guess number ${i}` };
        return ask(test, 'PUT', '/api/v1/password', { cookie, headers, body });
      }),
    );
    expect(guesses.map(({ status }) => status).sort()).toEqual([401, 401, 401, 401, 401, 429]);
    expect((await postSession({ email, headers })).status).toBe(429);
    expect((await whoAmI(cookie)).status).toBe(200);
  });

  it('does not count correct passwords', async () => {
    const { email } = await addMember(test);
    await logIn(test, email);
    const headers = stranger();
    for (let i = 0; i < 6; i++) expect((await postSession({ email, headers })).status).toBe(200);
  });

  /** Counts as a failed login without the cost of a hash: the password is too short for a new account. */
  const fail = (on: TestService, headers: Record<string, string>) =>
    ask(on, 'POST', '/api/v1/users', {
      headers,
      body: { email: `a${++callers}@example.org`, password: 'x' },
    });

  it('is blocked for an address after twenty failures, despite forged headers', async () => {
    const lies = () => ({
      ...stranger(),
      Forwarded: `for=198.51.100.${callers}`,
      'X-Real-IP': `198.51.100.${callers}`,
      'X-Client-IP': `198.51.100.${callers}`,
      'CF-Connecting-IP': `198.51.100.${callers}`,
    });
    const service = await startTestService({ TIERPRESS_OPEN_SIGN_UP: 'true' }, { renderers });
    try {
      const answers = await Promise.all(Array.from({ length: 30 }, () => fail(service, lies())));
      expect(answers.filter(({ status }) => status === 400)).toHaveLength(20);
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
      const body = { email: 'bot@example.org', password: goodPassword };
      const login = await ask(service, 'POST', '/api/v1/session', { headers: lies(), body });
      expectRefused(login, 429, 'Too many failed logins; try again later');
      expect(login.headers.get('retry-after')).toMatch(/^[1-9]\d?$/);
    } finally {
      await service.stop();
    }
  });

  it('is counted by the address from a trusted proxy, despite forged entries before it', async () => {
    const service = await startTestService(
      { TIERPRESS_TRUST_PROXIES: '127.0.0.1,::1', TIERPRESS_OPEN_SIGN_UP: 'true' },
      { renderers },
    );
    try {
      const from = (address: string) => fail(service, { 'X-Forwarded-For': address });
      for (let i = 0; i < 20; i++) expect((await from(`10.0.0.${i}, 203.0.113.7`)).status).toBe(400);
      expect((await from('203.0.113.7')).status).toBe(429);
      expect((await from('203.0.113.8, 203.0.113.7')).status).toBe(429);
      expect((await from('203.0.113.7, 203.0.113.8')).status).toBe(400);
    } finally {
      await service.stop();
    }
  });
});

describe('the password', () => {
  it('can be changed with the current one, which ends all other sessions', async () => {
    const { email } = await addMember(test);
    const here = await logIn(test, email);
    const there = (await postSession({ email })).cookie;
    const link = await passwordToken(test, email);
    const better = 'a much better password';
    const refused = await putPassword({ password: better, currentPassword: 'not the password' }, here);
    expectRefused(refused, 401, 'The current password is not right');
    expect((await whoAmI(there)).status).toBe(200);
    const changed = await putPassword({ password: better, currentPassword: goodPassword }, here);
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({ success: true, user: { email } });
    for (const cookie of [here, there]) expect((await whoAmI(cookie)).status).toBe(401);
    expect((await whoAmI(changed.cookie)).status).toBe(200);
    expectRefused(await postSession({ email }), 401, wrong);
    expect((await postSession({ email, password: better })).status).toBe(200);
    // An old link would still give access to the account.
    expectRefused(await putPassword({ password: 'yet another one', token: link }), 401, /^The link has/);
  });

  it('cannot be changed without a session', async () => {
    const answer = await putPassword({ password: goodPassword, currentPassword: goodPassword });
    expectRefused(answer, 401, 'You must be logged in to change the password');
  });

  it.each<[string, object, string | RegExp]>([
    [
      'neither the current one nor a token',
      { password: goodPassword },
      /exactly one of currentPassword and token/,
    ],
    ['both', { password: goodPassword, currentPassword: 'x', token: 'x' }, /exactly one/],
    ['no new one', { token: 'x' }, 'password: is required'],
    ['nine characters', { password: '123456789', token: 'x' }, 'password: must have 10 to 200 characters'],
    ['nine emoji', { password: '🍕'.repeat(9), token: 'x' }, 'password: must have 10 to 200 characters'],
    ['201 characters', { password: 'x'.repeat(201), token: 'x' }, 'password: must be at most 200'],
    ['spaces alone', { password: ' '.repeat(20), token: 'x' }, 'password: must not be white space alone'],
    [
      'half a surrogate pair',
      { password: `${goodPassword}\ud800`, token: 'x' },
      'password: must be well-formed',
    ],
    ['a token that is a number', { password: goodPassword, token: 1 }, /^token: must be a text/],
    ['a token that is null', { password: goodPassword, token: null }, /^token: must be a text/],
  ])('is refused with %s', async (_, body, message) => {
    expectRefused(await putPassword(body), 400, message);
  });

  it('is refused if it is invalid, before the current one is checked', async () => {
    const { email } = await addMember(test);
    const cookie = await logIn(test, email);
    const answer = await putPassword({ password: 'short', currentPassword: goodPassword }, cookie);
    expectRefused(answer, 400, 'password: must have 10 to 200 characters');
    expect((await whoAmI(cookie)).status).toBe(200);
  });
});

describe('a one-time link', () => {
  const link = (email: string) => passwordToken(test, email);
  const used = /^The link has been used already, or has expired$/;

  it('sets the password once, logs in, and ends all other sessions', async () => {
    const { email } = await addMember(test);
    const before = await logIn(test, email);
    const token = await link(email);
    // A password that is refused does not use up the link.
    expectRefused(await putPassword({ token, password: 'short' }), 400, /^password: must have/);
    const answer = await putPassword({ token, password: 'set with a link' });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ user: { email } });
    expect((await whoAmI(answer.cookie)).status).toBe(200);
    expect((await whoAmI(before)).status).toBe(401);
    expectRefused(await putPassword({ token, password: 'set with a link' }), 401, used);
    expect((await postSession({ email, password: 'set with a link' })).status).toBe(200);
  });

  it('works only once when it is used twice at the same moment', async () => {
    const { email } = await addMember(test);
    const token = await link(email);
    const answers = await Promise.all(
      ['the first password', 'the second password'].map((password) => putPassword({ token, password })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  it('works for seven days', async () => {
    const { email } = await addMember(test);
    const token = await link(email);
    time = start + 7 * day;
    expectRefused(await putPassword({ token, password: goodPassword }), 401, used);
    time -= 1;
    expect((await putPassword({ token, password: goodPassword })).status).toBe(200);
  });

  it('stops working when a newer one is created', async () => {
    const { email } = await addMember(test);
    const [older, newer] = [await link(email), await link(email)];
    expectRefused(await putPassword({ token: older, password: goodPassword }), 401, used);
    expect((await putPassword({ token: newer, password: goodPassword })).status).toBe(200);
  });

  it.each(['', 'x', 'A'.repeat(43), '__proto__', 'null'])(
    'is refused with the invalid token %j',
    async (token) => {
      expectRefused(await putPassword({ token, password: goodPassword }), 401, used);
    },
  );

  it('does not work for a disabled account, but works again once the account is enabled', async () => {
    const { email, id } = await addMember(test);
    const token = await link(email);
    const setDisabled = (disabled: boolean) =>
      ask(test, 'PATCH', `/api/v1/users/${id}`, { cookie: admin, body: { disabled } });
    await setDisabled(true);
    expectRefused(await putPassword({ token, password: goodPassword }), 403, 'The account is disabled');
    await setDisabled(false);
    expect((await putPassword({ token, password: goodPassword })).status).toBe(200);
  });
});

describe('at the same moment,', () => {
  const setDisabled = (id: string, disabled: boolean) =>
    ask(test, 'PATCH', `/api/v1/users/${id}`, { cookie: admin, body: { disabled } });

  it('a login leaves no session of an account that is being disabled', async () => {
    const { email, id } = await addMember(test);
    await logIn(test, email);
    const login = postSession({ email });
    await setDisabled(id, true);
    const { status, cookie } = await login;
    expect([200, 403]).toContain(status);
    await setDisabled(id, false);
    expect((await whoAmI(cookie)).status).toBe(401);
  });

  it('a change of the password leaves no session of a disabled account', async () => {
    const { email, id } = await addMember(test);
    const before = await logIn(test, email);
    const change = putPassword({ password: 'changed meanwhile', currentPassword: goodPassword }, before);
    // This request takes one hash, and the change takes two.
    await postSession({ email: 'nobody@example.org' });
    await setDisabled(id, true);
    const { status, cookie } = await change;
    expect([200, 403]).toContain(status);
    await setDisabled(id, false);
    for (const one of [before, cookie]) expect((await whoAmI(one)).status).toBe(401);
  });

  it('a login with the old password does not outlive the change', async () => {
    const { email } = await addMember(test);
    await logIn(test, email);
    const token = await passwordToken(test, email);
    // Two passwords are hashed at a time, so the login has to wait, and its hash ends after the change.
    const change = putPassword({ token, password: 'changed meanwhile' });
    const [guess, login] = [postSession({ email: 'nobody@example.org' }), postSession({ email })];
    expect((await change).status).toBe(200);
    expect((await guess).status).toBe(401);
    const { cookie } = await login;
    expect((await whoAmI(cookie)).status).toBe(401);
  });
});

describe('when the disk is not writable,', () => {
  it('no unsaved session begins, and existing sessions stay', async () => {
    const { email } = await addMember(test);
    const cookie = await logIn(test, email);
    const file = join(test.dataDir, 'sessions.json');
    // A folder replaces the file, so the rename onto it fails for every user, root included.
    await rm(file);
    await mkdir(join(file, 'in/the/way'), { recursive: true });
    for (const answer of [
      await postSession({ email, cookie }),
      await ask(test, 'DELETE', '/api/v1/session/others', { cookie }),
    ]) {
      expectRefused(answer, 503, 'The change could not be saved');
      expect(answer.headers.get('retry-after')).toBe('30');
    }
    expect((await whoAmI(cookie)).status).toBe(200);
    await rm(file, { recursive: true });
    const after = await postSession({ email, cookie });
    expect(after.status).toBe(200);
    expect((await whoAmI(cookie)).status).toBe(401);
  });

  it('the error states what has changed and what has not', async () => {
    const { id, email } = await addMember(test);
    const cookie = await logIn(test, email);
    const token = await passwordToken(test, email);
    const file = join(test.dataDir, 'sessions.json');
    const disable = (disabled: boolean) =>
      ask(test, 'PATCH', `/api/v1/users/${id}`, { cookie: admin, body: { disabled } });
    await rm(file);
    await mkdir(join(file, 'in/the/way'), { recursive: true });
    expectRefused(
      await putPassword({ token, password: 'the new password' }),
      503,
      'The password is changed;',
    );
    expectRefused(await disable(true), 503, 'The account is changed;');
    await rm(file, { recursive: true });
    expect((await whoAmI(cookie)).status).toBe(401);
    expect((await disable(false)).status).toBe(200);
    // As the message states, the earlier sessions were not ended.
    expect((await whoAmI(cookie)).status).toBe(200);
    expect((await postSession({ email })).status).toBe(401);
    const after = await postSession({ email, password: 'the new password' });
    expect(after.status).toBe(200);
    await ask(test, 'DELETE', '/api/v1/session/others', { cookie: after.cookie });
    expect((await whoAmI(cookie)).status).toBe(401);
  });
});

describe('the log', () => {
  it('names the account, but has no password, no token and no cookie', async () => {
    const { email, id } = await addMember(test);
    const cookie = await logIn(test, email, 'a password for the log');
    const token = await passwordToken(test, email);
    await putPassword({ token, password: 'another for the log' });
    await whoAmI(cookie);
    const current = await postSession({ email, password: 'another for the log' });
    await whoAmI(current.cookie);
    const log = test.log.join('');
    expect(log).toContain(id);
    const secrets = [
      token,
      'for the log',
      cookie.split('=')[1] ?? 'none',
      current.cookie?.split('=')[1] ?? 'none',
      goodPassword,
    ];
    for (const secret of secrets) expect(log).not.toContain(secret);
  });
});
