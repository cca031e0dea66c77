import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { userAnswerSchema, usersAnswerSchema } from '../../src/api/wire/accounts.ts';
import type { PlanName } from '../../src/model/plan.ts';
import {
  type Answer,
  addMember,
  ask,
  goodPassword,
  logIn,
  type Member,
  refusal,
} from '../support/accounts.ts';
import { fakeRenderers } from '../support/fake-renderers.ts';
import { startTestService, type TestService } from '../support/service.ts';

const picture = { bytes: Buffer.from('picture'), width: 1, height: 1, warnings: [] };
const renderers = fakeRenderers(async () => picture);

let test: TestService;
let open: TestService;
let boss: Member;
let admin: string;
/** An account that is not an admin. */
let member: Member;
let session: string;
beforeAll(async () => {
  test = await startTestService({ TIERPRESS_BASE_URL: 'https://tiers.example.org' }, { renderers });
  open = await startTestService({ TIERPRESS_OPEN_SIGN_UP: 'true' }, { renderers });
  boss = await addMember(test, { admin: true });
  admin = await logIn(test, boss.email);
  member = await addMember(test);
  session = await logIn(test, member.email);
});
afterAll(async () => {
  await test.stop();
  await open.stop();
});

const postUser = (body: unknown, cookie: string | undefined = admin) =>
  ask(test, 'POST', '/api/v1/users', { cookie, body });
const patchUser = (id: string, body: unknown, cookie: string | undefined = admin) =>
  ask(test, 'PATCH', `/api/v1/users/${id}`, { cookie, body });
const signUp = (body: unknown, cookie?: string) => ask(open, 'POST', '/api/v1/users', { cookie, body });
const render = (key: string, on = test) =>
  ask(on, 'POST', '/api/v1/render', {
    headers: { 'X-API-Key': key },
    body: { tiers: [{ title: 'S', items: [] }] },
  });

function expectRefused(answer: Answer, status: number, message: string | RegExp): void {
  expect(answer.body).toEqual(refusal(message));
  expect(answer.status).toBe(status);
  expect(answer.headers.getSetCookie()).toEqual([]);
}

/** Invalid new accounts, each with the message about it. */
const badUsers: [string, unknown, string | RegExp][] = [
  ['no address', { password: goodPassword }, 'email: is required'],
  ['an invalid address', { email: 'ann', password: goodPassword }, /^email: must be an e-mail address/],
  ['an address without a name', { email: '@b.org', password: goodPassword }, /^email: must be an e-mail/],
  ['two addresses', { email: 'a@b.org, c@d.org', password: goodPassword }, /^email: must be an e-mail/],
  ['an address that is a list', { email: ['a@b.org'], password: goodPassword }, /^email: must be a text/],
  [
    'a long address',
    { email: `${'a'.repeat(250)}@b.org`, password: goodPassword },
    /^email: must be at most 254/,
  ],
  [
    'a short password',
    { email: 'short@example.org', password: '123456789' },
    /^password: must have 10 to 200/,
  ],
  ['a password that is null', { email: 'null@example.org', password: null }, /^password: must be a text/],
  ['a list', [], 'The body must be a JSON object'],
];

describe('managing accounts', () => {
  const routes: [string, string, unknown][] = [
    ['GET', '/api/v1/users', undefined],
    ['PATCH', '/api/v1/users/ID', { plan: 'enterprise', admin: true }],
    ['POST', '/api/v1/users/ID/password-link', undefined],
  ];

  it.each(routes)('requires an admin for %s %s', async (method, path, body) => {
    const own = path.replace('ID', member.id);
    const asMember = await ask(test, method, own, { cookie: session, body });
    expectRefused(asMember, 403, 'Only an admin may do this');
    expect(asMember.headers.get('cache-control')).toBe('no-store');
    for (const headers of [{}, { 'X-API-Key': boss.key }, { Authorization: `Bearer ${boss.key}` }]) {
      const anonymous = await ask(test, method, own, { headers, body });
      expectRefused(anonymous, 401, 'You must be logged in');
      expect(anonymous.headers.get('www-authenticate')).toBe('Bearer');
    }
  });

  it('changes nothing without the right', async () => {
    const { body } = await ask(test, 'GET', '/api/v1/session', { cookie: session });
    expect(body['user']).toMatchObject({ plan: 'free', admin: false });
  });

  it('is refused immediately after the loss of the right', async () => {
    const other = await addMember(test, { admin: true });
    const cookie = await logIn(test, other.email);
    expect((await ask(test, 'GET', '/api/v1/users', { cookie })).status).toBe(200);
    await patchUser(other.id, { admin: false });
    expectRefused(await ask(test, 'GET', '/api/v1/users', { cookie }), 403, 'Only an admin may do this');
    await patchUser(other.id, { admin: true });
    expect((await ask(test, 'GET', '/api/v1/users', { cookie })).status).toBe(200);
    await patchUser(other.id, { disabled: true });
    expectRefused(await ask(test, 'GET', '/api/v1/users', { cookie }), 401, 'You must be logged in');
  });
});

describe('an admin', () => {
  it('adds an account whose owner sets the password with a link', async () => {
    const answer = await postUser({ email: ' Invited@Example.ORG ', plan: 'business' });
    expect(answer.status).toBe(200);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(answer.body).toEqual({
      success: true,
      user: {
        id: expect.stringMatching(/^acc_/),
        email: 'invited@example.org',
        plan: 'business',
        admin: false,
        disabled: false,
        createdAt: expect.any(String),
      },
      passwordLink: {
        url: expect.stringMatching(/^https:\/\/tiers\.example\.org\/password#[\w-]{43}$/),
        expiresAt: expect.any(String),
      },
    });
    const { url = '' } = v.parse(userAnswerSchema, answer.body).passwordLink ?? {};
    const body = { token: new URL(url).hash.slice(1), password: goodPassword };
    const set = await ask(test, 'PUT', '/api/v1/password', { body });
    expect(set.body).toMatchObject({ user: { email: 'invited@example.org' } });
  });

  it('adds an account with a password, which needs no link', async () => {
    const login = { email: 'ready@example.org', password: 'chosen by an admin' };
    const { body, status } = await postUser({ ...login, admin: true });
    expect(status).toBe(200);
    expect(body).not.toHaveProperty('passwordLink');
    expect(body['user']).toMatchObject({ plan: 'free', admin: true });
    expect(JSON.stringify(body)).not.toContain(login.password);
    expect((await ask(test, 'POST', '/api/v1/session', { body: login })).status).toBe(200);
  });

  it.each(badUsers)('adds none with %s', async (_, body, message) => {
    expectRefused(await postUser(body), 400, message);
  });

  it.each<[string, object, string | RegExp]>([
    ['an unknown plan', { plan: 'gold' }, /^plan: must be "free", "creator", "business" or "enterprise"$/],
    ['a plan that is null', { plan: null }, /^plan: must be/],
    ['admin as a text', { admin: 'true' }, 'admin: must be true or false, not a text'],
  ])('adds none with %s', async (_, fields, message) => {
    expectRefused(await postUser({ email: 'plan@example.org', ...fields }), 400, message);
    expectRefused(await patchUser(member.id, fields), 400, message);
  });

  it('cannot add an address twice, in any spelling', async () => {
    for (const email of [member.email, member.email.toUpperCase(), ` ${member.email}`]) {
      expectRefused(
        await postUser({ email }),
        400,
        /^email: there is an account with the address .* already$/,
      );
    }
    const twice = await Promise.all([1, 2, 3].map(() => postUser({ email: 'twice@example.org' })));
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });

  it('creates a new link for an account, which disables the previous one', async () => {
    const { id, email } = await addMember(test);
    const tokens: string[] = [];
    for (let i = 0; i < 2; i++) {
      const { status, body } = await ask(test, 'POST', `/api/v1/users/${id}/password-link`, {
        cookie: admin,
      });
      expect(status).toBe(200);
      expect(body).toEqual({ success: true, url: expect.any(String), expiresAt: expect.any(String) });
      tokens.push(new URL(String(body['url'])).hash.slice(1));
    }
    const set = (token = '') =>
      ask(test, 'PUT', '/api/v1/password', { body: { token, password: goodPassword } });
    expectRefused(await set(tokens[0]), 401, /^The link has been used already/);
    expect((await set(tokens[1])).body).toMatchObject({ user: { email } });
  });

  it.each(['acc_nobody', 'x', '__proto__', '%00', '%2e%2e%2fkeys', '%E0%A4%A', 'a'.repeat(5000)])(
    'gets a 404 for the unknown account %.20s',
    async (id) => {
      expectRefused(await patchUser(id, { plan: 'free' }), 404, 'There is no such account');
      const link = await ask(test, 'POST', `/api/v1/users/${id}/password-link`, { cookie: admin });
      expectRefused(link, 404, 'There is no such account');
    },
  );

  it.each<[string, unknown, string | RegExp]>([
    ['nothing', {}, 'The body must hold at least one of plan, disabled and admin'],
    [
      'fields that cannot be changed',
      { email: 'new@example.org', id: 'acc_x' },
      'The body must hold at least one of',
    ],
    ['disabled as a number', { disabled: 1 }, 'disabled: must be true or false, not a number'],
    ['disabled as null', { disabled: null }, 'disabled: must be true or false, not null'],
    ['a list', [{ plan: 'free' }], 'The body must be a JSON object'],
    ['no JSON', '{', /^The body is not valid JSON/],
  ])('changes nothing with %s', async (_, body, message) => {
    expectRefused(await patchUser(member.id, body), 400, message);
  });

  it('cannot read or change a password hash', async () => {
    const answers = [
      await patchUser(member.id, { plan: 'free', passwordHash: 'x', passwordLink: null }),
      await ask(test, 'GET', '/api/v1/users', { cookie: admin }),
    ];
    for (const { body } of answers) expect(JSON.stringify(body)).not.toMatch(/hash|scrypt|passwordLink/i);
    const login = { email: member.email, password: goodPassword };
    expect((await ask(test, 'POST', '/api/v1/session', { body: login })).status).toBe(200);
  });
});

describe('the list of accounts', () => {
  const list = (query: string) => ask(test, 'GET', `/api/v1/users${query}`, { cookie: admin });

  it('is paged in the order of creation, with the usage of each account', async () => {
    const plan: PlanName = 'creator';
    const { id, email, key } = await addMember(test, { plan });
    await test.service.accounts.createKey(id, 'second');
    await render(key);
    const { body } = await list('?limit=100');
    const { users } = v.parse(usersAnswerSchema, body);
    expect(body).toMatchObject({ success: true, page: 1, limit: 100, total: users.length });
    expect(users[0]?.email).toBe('bot@example.org');
    expect(users.at(-1)).toEqual({
      id,
      email,
      plan,
      admin: false,
      disabled: false,
      createdAt: expect.any(String),
      keys: 2,
      usage: { minute: 1, day: 1 },
    });
    expect((await list('?limit=2&page=2')).body).toMatchObject({
      page: 2,
      limit: 2,
      users: users.slice(2, 4),
    });
    const { total } = body;
    expect((await list('?page=1000000')).body).toEqual({
      success: true,
      users: [],
      page: 1e6,
      limit: 24,
      total,
    });
    expect((await list('')).body).toMatchObject({ page: 1, limit: 24, total, users: users.slice(0, 24) });
  });

  it.each([
    ['?limit=0', /^limit: must be a whole number from 1 to 100$/],
    ['?limit=101', /^limit: must be/],
    ['?limit=-1', /^limit: must be/],
    ['?limit=1.5', /^limit: must be/],
    ['?limit=1e2', /^limit: must be/],
    ['?limit=', /^limit: must be/],
    ['?limit=ten', /^limit: must be/],
    ['?limit=%20', /^limit: must be/],
    ['?limit=5&limit=6', /^limit: must be given only once$/],
    ['?page=0', /^page: must be/],
    ['?page=1000001', /^page: must be/],
    [`?page=${'9'.repeat(400)}`, /^page: must be/],
  ])('is refused for %.20s', async (query, message) => {
    expectRefused(await list(query), 400, message);
  });

  it('ignores unknown parameters', async () => {
    expect((await list('?limit=1&limits=7&__proto__=x&constructor=y')).status).toBe(200);
  });
});

describe('disabling an account', () => {
  it('ends its sessions and disables its keys immediately, and enabling it restores only the keys', async () => {
    const { id, email, key } = await addMember(test);
    const cookie = await logIn(test, email);
    expect((await render(key)).status).toBe(200);
    const disabled = await patchUser(id, { disabled: true });
    expect(disabled.body).toMatchObject({ success: true, user: { id, disabled: true } });
    for (const [method, path] of [
      ['GET', '/api/v1/session'],
      ['GET', '/api/v1/keys'],
      ['POST', '/api/v1/keys'],
      ['DELETE', '/api/v1/session/others'],
    ] as const) {
      expectRefused(await ask(test, method, path, { cookie }), 401, 'You must be logged in');
    }
    expectRefused(await render(key), 401, 'The API key is not valid');
    await patchUser(id, { disabled: false });
    expect((await render(key)).status).toBe(200);
    expect((await ask(test, 'GET', '/api/v1/session', { cookie })).status).toBe(401);
  });

  it("is possible for one's own account while another admin is left", async () => {
    const { id, email } = await addMember(test, { admin: true });
    const cookie = await logIn(test, email);
    expect((await patchUser(id, { disabled: true }, cookie)).status).toBe(200);
    expect((await ask(test, 'GET', '/api/v1/session', { cookie })).status).toBe(401);
  });
});

describe('the last admin', () => {
  const last = 'This is the last account that can manage the others';

  it('cannot be disabled or demoted, even by two admins who do so to each other at once', async () => {
    const service = await startTestService({}, { renderers });
    try {
      const [one, two] = [
        await addMember(service, { admin: true }),
        await addMember(service, { admin: true }),
      ];
      const cookies = [await logIn(service, one.email), await logIn(service, two.email)];
      const patch = (id: string, body: object, cookie = '') =>
        ask(service, 'PATCH', `/api/v1/users/${id}`, { cookie, body });
      const each = [
        patch(two.id, { admin: false }, cookies[0]),
        patch(one.id, { disabled: true }, cookies[1]),
      ];
      const answers = await Promise.all(each);
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      const [left, cookie] = statuses[0] === 200 ? [one, cookies[0]] : [two, cookies[1]];
      for (const change of [{ admin: false }, { disabled: true }, { admin: false, plan: 'free' }]) {
        expectRefused(await patch(left.id, change, cookie), 400, last);
      }
      expect((await patch(left.id, { admin: true, disabled: false, plan: 'free' }, cookie)).status).toBe(200);
      expect((await ask(service, 'GET', '/api/v1/users', { cookie: cookie ?? '' })).status).toBe(200);
    } finally {
      await service.stop();
    }
  });

  it('is counted without disabled admins', async () => {
    const service = await startTestService({}, { renderers });
    try {
      const [one, two] = [
        await addMember(service, { admin: true }),
        await addMember(service, { admin: true }),
      ];
      const cookie = await logIn(service, one.email);
      const patch = (id: string, body: object) =>
        ask(service, 'PATCH', `/api/v1/users/${id}`, { cookie, body });
      expect((await patch(two.id, { disabled: true })).status).toBe(200);
      expectRefused(await patch(one.id, { admin: false }), 400, last);
      expect((await patch(two.id, { disabled: false })).status).toBe(200);
      expect((await patch(one.id, { admin: false })).status).toBe(200);
    } finally {
      await service.stop();
    }
  });
});

describe('a change of plan', () => {
  it('applies to the next request and keeps the counts', async () => {
    const { id, email, key } = await addMember(test);
    const cookie = await logIn(test, email);
    const quotas: (string | null)[] = [];
    const leftAfter = async (plan: PlanName) => {
      expect((await patchUser(id, { plan })).body).toMatchObject({ user: { plan } });
      const answer = await render(key);
      quotas.push(answer.headers.get('RateLimit-Policy'));
      return [answer.status, answer.headers.get('RateLimit')?.match(/r=(\d+)/)?.[1]];
    };
    for (let i = 0; i < 3; i++) expect((await render(key)).status).toBe(200);
    expect((await render(key)).status).toBe(429);
    expect(await leftAfter('creator')).toEqual([200, '26']);
    expect(await leftAfter('business')).toEqual([200, '115']);
    expect(await leftAfter('free')).toEqual([429, '0']);
    expect(quotas).toEqual([
      '"minute";q=30;w=60, "day";q=500;w=86400',
      '"minute";q=120;w=60, "day";q=5000;w=86400',
      '"minute";q=3;w=60, "day";q=50;w=86400',
    ]);
    const { body } = await ask(test, 'GET', '/api/v1/keys', { cookie });
    expect(body).toMatchObject({
      plan: 'free',
      limits: { minute: 3, day: 50 },
      usage: { minute: 5, day: 5 },
    });
  });
});

describe('signing up', () => {
  const closed = 'Signing up is closed; an admin can add accounts';

  it('is refused without details unless the configuration allows it', async () => {
    for (const cookie of [session, 'tierpress_session=x', '']) {
      expectRefused(
        await postUser({ email: 'new@example.org', password: goodPassword }, cookie),
        403,
        closed,
      );
      expectRefused(await postUser({ email: member.email, password: goodPassword }, cookie), 403, closed);
      expectRefused(await postUser('{', cookie), 403, closed);
    }
    const headers = { 'X-API-Key': boss.key };
    const body = { email: 'new@example.org' };
    expectRefused(await ask(test, 'POST', '/api/v1/users', { headers, body }), 403, closed);
  });

  it('creates an account on the plan free, logs in, and ends the session of the request', async () => {
    const first = await signUp({ email: 'Eve@example.org', password: goodPassword });
    expect(first.status).toBe(200);
    expect(first.body).toEqual({
      success: true,
      user: expect.objectContaining({
        email: 'eve@example.org',
        plan: 'free',
        admin: false,
        disabled: false,
      }),
    });
    const who = (cookie = '') => ask(open, 'GET', '/api/v1/session', { cookie });
    expect((await who(first.cookie)).body['user']).toEqual(first.body['user']);
    const second = await signUp({ email: 'frank@example.org', password: goodPassword }, first.cookie);
    expect((await who(second.cookie)).body).toMatchObject({ user: { email: 'frank@example.org' } });
    expect((await who(first.cookie)).status).toBe(401);
    const { body } = await ask(open, 'POST', '/api/v1/keys', { cookie: second.cookie });
    expect((await render(String(body['key']), open)).headers.get('RateLimit-Policy')).toContain('q=50');
  });

  it('cannot choose a plan or create an admin', async () => {
    const login = { email: 'grace@example.org', password: goodPassword };
    for (const wish of [{ plan: 'enterprise' }, { plan: 'free' }, { admin: true }, { admin: false }]) {
      expectRefused(await signUp({ ...login, ...wish }), 403, /^Only an admin may choose the plan/);
    }
    const { body } = await signUp({ ...login, disabled: true, id: 'acc_mine', __proto__: { admin: true } });
    expect(body['user']).toMatchObject({ plan: 'free', admin: false, disabled: false });
    expect(body['user']).not.toMatchObject({ id: 'acc_mine' });
  });

  it('requires a password and an unused address', async () => {
    expectRefused(await signUp({ email: 'heidi@example.org' }), 400, 'password: is required');
    const taken = await signUp({ email: 'BOT@example.org', password: goodPassword });
    expectRefused(taken, 400, /^email: there is an account with the address bot@example.org already$/);
  });

  it.each(badUsers)('is refused with %s', async (_, body, message) => {
    expectRefused(await signUp(body), 400, message);
  });

  it('is throttled like logging in', async () => {
    const again = () => signUp({ email: 'bot@example.org', password: goodPassword });
    const answers = await Promise.all(Array.from({ length: 8 }, again));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(3);
    for (const { headers } of refused) expect(headers.get('retry-after')).toMatch(/^[1-9]\d?$/);
  });
});
