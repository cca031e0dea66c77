import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, type ClientOptions, createClient, TierpressError } from '../../src/client/index.ts';
import { fakeRenderers } from '../support/fake-renderers.ts';
import { startTestService, type TestService } from '../support/service.ts';

const request = { tiers: [{ title: 'S', items: ['Tea'] }] } as const;
const admin = { email: 'ann@example.org', password: 'correct horse battery' };

let test: TestService;
let ready = true;
beforeAll(async () => {
  const picture = { bytes: Buffer.from('picture'), width: 1080, height: 1440, warnings: [] };
  const renderers = fakeRenderers(
    async () => picture,
    () => ready,
  );
  test = await startTestService({ TIERPRESS_OPEN_SIGN_UP: 'true' }, { renderers });
  await test.service.accounts.addAccount({ ...admin, plan: 'enterprise', admin: true });
});
afterAll(() => test.stop());

/** Creates a client that keeps its cookies, as a browser does. */
function browserClient(options: Partial<ClientOptions> = {}): Client {
  const cookies = new Map<string, string>();
  return createClient({
    baseUrl: test.url,
    fetch: async (input, init) => {
      const headers = new Headers(init?.headers);
      headers.set('Cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
      const answer = await fetch(input, { ...init, headers });
      for (const cookie of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        cookies.set(name, value);
      }
      return answer;
    },
    ...options,
  });
}

async function loggedIn(login = admin): Promise<Client> {
  const client = browserClient();
  await client.login(login);
  return client;
}

async function failureOf(call: Promise<unknown>): Promise<TierpressError> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof TierpressError)) throw new Error('a TierpressError was expected', { cause: error });
  return error;
}

describe('with a key, the client', () => {
  it('renders an image whose address works', async () => {
    const client = createClient({ baseUrl: `${test.url}/`, key: test.key });
    const answer = await client.render({ ...request, theme: 'paper' });
    expect(answer).toMatchObject({ success: true, width: 1080, aspectRatio: '3:4', title: '' });
    expect((await fetch(answer.imageUrl)).status).toBe(200);
  });

  it('sends the idempotency key of a request', async () => {
    const client = createClient({ baseUrl: test.url, key: test.key });
    const idempotencyKey = 'one-board';
    const { renderId } = await client.render(request, { idempotencyKey });
    expect(await client.render(request, { idempotencyKey })).toMatchObject({ renderId });
    const another = client.render({ ...request, title: 'Another' }, { idempotencyKey });
    expect((await failureOf(another)).message).toMatch(/^Idempotency-Key: /);
  });

  it('throws for a refused request, with the message of the service', async () => {
    const client = createClient({ baseUrl: test.url, key: test.key });
    const error = await failureOf(client.render({ items: ['Tea'], tiers: [{ title: 'S', items: [7] }] }));
    expect(error).toMatchObject({ name: 'TierpressError', status: 400, retryAfter: undefined });
    expect(error.message).toMatch(/^tiers\[0\]\.items\[0\]: /);
    expect(error.requestId).toMatch(/^[\w-]{8,}$/);
  });

  it('throws with retryAfter when the quota is used up', async () => {
    const { accounts } = test.service;
    const { id } = await accounts.addAccount({ email: 'free@example.org', plan: 'free', admin: false });
    const { key } = await accounts.createKey(id, '');
    const client = createClient({ baseUrl: test.url, key });
    for (const title of ['1', '2', '3']) await client.render({ ...request, title });
    const error = await failureOf(client.render({ ...request, title: '4' }));
    expect(error.status).toBe(429);
    expect(error.retryAfter).toBeGreaterThan(0);
    expect(error.retryAfter).toBeLessThanOrEqual(60);
  });
});

describe('templates', () => {
  const client = () => createClient({ baseUrl: test.url, key: test.key });

  it('are listed by page, category and order, in a language', async () => {
    const first = await client().listTemplates();
    expect(first).toMatchObject({ page: 1, limit: 24 });
    expect(first.templates).toHaveLength(24);
    const second = await client().listTemplates({ page: 2, limit: 5, mode: 'newest', locale: 'ru' });
    expect(second).toMatchObject({ page: 2, limit: 5, total: first.total });
    expect(second.templates.map(({ title }) => title).join('')).toMatch(/[а-я]/);
    const { categories } = await client().listCategories({ locale: 'zh' });
    const animals = categories.find(({ slug }) => slug === 'animals');
    const found = await client().listTemplates({ categoryId: animals?.id, limit: 100, locale: 'zh' });
    expect(found.total).toBe(animals?.templateCount);
    expect(new Set(found.templates.map(({ category }) => category.name))).toEqual(new Set(['动物']));
  });

  it('are found by words, including & and +', async () => {
    const { templates } = await client().listTemplates({ q: 'c++', locale: 'en' });
    expect(templates[0]?.title).toBe('Programming Languages');
    expect((await client().listTemplates({ q: 'rock & roll' })).templates.length).toBeGreaterThan(0);
    expect((await client().listTemplates({ q: 'wxyzzy' })).templates).toEqual([]);
  });

  it('are returned in full, with the references for a render', async () => {
    const template = await client().getTemplate(1, { locale: 'en' });
    expect(template.itemIndexMap['item_0']?.label).toBe('Pizza');
    const [track] = template.tracks;
    const tiers = [{ title: track?.title ?? '', items: Object.keys(template.itemIndexMap).slice(0, 3) }];
    expect(await client().render({ templateId: 1, tiers })).toMatchObject({ title: template.title });
  });

  it('include a blank one', async () => {
    const blank = await client().getTemplate('custom', { locale: 'ru' });
    expect(blank).toMatchObject({ id: 'custom', locale: 'ru', itemIndexMap: {} });
    expect(blank.tracks.map(({ title }) => title)).toEqual(['S', 'A', 'B', 'C', 'D', 'F']);
  });

  it('throw for an unknown id and for an invalid query', async () => {
    expect((await failureOf(client().getTemplate(4711))).status).toBe(404);
    expect((await failureOf(client().listTemplates({ limit: 101 }))).message).toMatch(/^limit: /);
    expect((await failureOf(createClient({ baseUrl: test.url }).listCategories())).status).toBe(401);
  });
});

describe('without a key, the client', () => {
  it('reads the description and the health of the service', async () => {
    const client = createClient({ baseUrl: test.url });
    expect((await client.describe()).themes).toContain('arcade');
    expect(await client.isAlive()).toEqual({ success: true });
    expect(await client.isReady()).toEqual({ success: true });
    ready = false;
    expect(await failureOf(client.isReady())).toMatchObject({ status: 503, retryAfter: 1 });
    ready = true;
    expect((await failureOf(client.render(request))).status).toBe(401);
  });
});

describe('with a session, the client', () => {
  it('logs in and out', async () => {
    const client = browserClient();
    expect((await failureOf(client.whoAmI())).status).toBe(401);
    expect((await failureOf(client.login({ ...admin, password: 'not the password' }))).status).toBe(401);
    const { user } = await client.login(admin);
    expect(user).toMatchObject({ email: admin.email, plan: 'enterprise', admin: true, disabled: false });
    expect((await client.whoAmI()).user).toEqual(user);
    const elsewhere = await loggedIn();
    expect(await client.logoutOthers()).toMatchObject({ ended: expect.any(Number) });
    expect((await failureOf(elsewhere.whoAmI())).status).toBe(401);
    await client.logout();
    expect((await failureOf(client.whoAmI())).status).toBe(401);
    expect(await client.logout()).toEqual({ success: true });
  });

  it('sends the session as a header', async () => {
    const answer = await fetch(`${test.url}/api/v1/session`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(admin),
    });
    const cookies = answer.headers.getSetCookie().map((cookie) => cookie.replace(/;.*/, ''));
    const client = createClient({ baseUrl: test.url, headers: { Cookie: cookies.join('; ') } });
    expect((await client.whoAmI()).user.email).toBe(admin.email);
  });

  it('creates, lists, renames and revokes keys', async () => {
    const client = await loggedIn();
    const { key, id } = await client.createKey({ name: 'of the test' });
    const withKey = createClient({ baseUrl: test.url, key });
    await withKey.render(request);
    const { keys, plan, limits } = await client.listKeys();
    expect({ plan, limits }).toEqual({ plan: 'enterprise', limits: { minute: null, day: null } });
    const listed = keys.find((one) => one.id === id);
    expect(listed).toMatchObject({ name: 'of the test', usage: { day: 1 }, lastUsedAt: expect.any(String) });
    expect(JSON.stringify(keys)).not.toContain(key.slice(0, -4));
    expect((await client.renameKey(id, { name: 'renamed' })).key).toMatchObject({ id, name: 'renamed' });
    expect(await client.revokeKey(id)).toEqual({ success: true });
    expect((await failureOf(withKey.render(request))).status).toBe(401);
    expect((await failureOf(client.revokeKey(id))).status).toBe(404);
    expect((await client.createKey()).name).toBe('');
  });

  it('adds an account, which sets its password with a link', async () => {
    const client = await loggedIn();
    const { user, passwordLink } = await client.addUser({ email: 'Ben@example.org', plan: 'creator' });
    expect(user).toMatchObject({ email: 'ben@example.org', plan: 'creator', admin: false });
    const token = new URL(passwordLink?.url ?? '').hash.slice(1);
    const ben = browserClient();
    await ben.changePassword({ password: 'a first password', token });
    expect((await ben.whoAmI()).user.id).toBe(user.id);
    const again = browserClient().changePassword({ password: 'a second password', token });
    expect((await failureOf(again)).status).toBe(401);
    await ben.changePassword({ password: 'a better password', currentPassword: 'a first password' });
    expect((await failureOf(ben.listUsers())).status).toBe(403);
    expect((await client.makePasswordLink(user.id)).url).toContain('#');
    expect((await failureOf(client.makePasswordLink('acc/../x'))).status).toBe(404);
  });

  it('changes accounts', async () => {
    const client = await loggedIn();
    const { user } = await client.addUser({ email: 'cleo@example.org', password: 'correct horse battery' });
    const cleo = await loggedIn({ email: 'cleo@example.org', password: 'correct horse battery' });
    expect((await client.changeUser(user.id, { plan: 'business' })).user.plan).toBe('business');
    expect((await cleo.whoAmI()).user.plan).toBe('business');
    expect((await client.changeUser(user.id, { disabled: true })).user.disabled).toBe(true);
    expect((await failureOf(cleo.whoAmI())).status).toBe(401);
    const login = browserClient().login({ email: user.email, password: 'correct horse battery' });
    expect((await failureOf(login)).status).toBe(403);
    expect((await failureOf(client.changeUser(user.id, {}))).message).toMatch(/at least one/);
  });

  it('lists accounts by page', async () => {
    const client = await loggedIn();
    const { users, total } = await client.listUsers();
    expect(users.map(({ email }) => email)).toContain('bot@example.org');
    expect(users.length).toBe(total);
    const second = await client.listUsers({ page: 2, limit: 1 });
    expect(second).toMatchObject({ page: 2, limit: 1, total, users: [users[1]] });
    expect((await client.listUsers({ page: 999 })).users).toEqual([]);
    expect((await failureOf(client.listUsers({ limit: 101 }))).message).toMatch(/^limit: /);
  });

  it('signs up if the configuration allows it', async () => {
    const client = browserClient();
    const { user } = await client.addUser({ email: 'dan@example.org', password: 'correct horse battery' });
    expect((await client.whoAmI()).user).toEqual(user);
    expect(user.plan).toBe('free');
  });
});

describe('an answer', () => {
  const answering = (answer: Response) =>
    createClient({ baseUrl: 'https://tiers.example.org', fetch: async () => answer });

  it.each([
    [
      'a proxy in between',
      new Response('<h1>Bad Gateway</h1>', { status: 502, statusText: 'Bad Gateway' }),
      /^502 Bad Gateway$/,
    ],
    ['a status alone', new Response('', { status: 500 }), /^500$/],
    ['something else', new Response('<h1>Hello</h1>'), /not from tierpress/],
    ['other JSON', new Response('[]'), /not from tierpress/],
    ['a refusal in a success', new Response('{"success":false,"message":"no"}'), /^no$/],
  ])('that is %s is an error', async (_, answer, message) => {
    const error = await failureOf(answering(answer).describe());
    expect(error).toMatchObject({ status: answer.status, requestId: undefined, retryAfter: undefined });
    expect(error.message).toMatch(message);
  });

  it('that does not arrive is awaited until the timeout, or until the caller aborts', async () => {
    const never: typeof fetch = (_, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      });
    const client = (timeoutMs: number) => createClient({ baseUrl: '', fetch: never, timeoutMs });
    await expect(client(1).describe()).rejects.toMatchObject({ name: 'TimeoutError' });
    const controller = new AbortController();
    const call = client(60_000).describe({ signal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(call).rejects.toThrow('enough');
  });

  it('is requested below the path of the base address, with ids encoded', async () => {
    const asked: string[] = [];
    const client = createClient({
      baseUrl: 'https://tiers.example.org/sub//',
      headers: { 'X-Extra': 'yes' },
      fetch: async (input, init) => {
        asked.push(`${init?.method} ${input} ${new Headers(init?.headers).get('x-extra')}`);
        return new Response('{"success":true}');
      },
    });
    await client.revokeKey('a/b?c');
    await client.listUsers({ page: 2 });
    expect(asked).toEqual([
      'DELETE https://tiers.example.org/sub/api/v1/keys/a%2Fb%3Fc yes',
      'GET https://tiers.example.org/sub/api/v1/users?page=2 yes',
    ]);
  });
});
