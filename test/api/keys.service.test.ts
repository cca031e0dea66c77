import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { keysAnswerSchema } from '../../src/api/wire/keys.ts';
import { limits } from '../../src/model/limits.ts';
import { isWellFormedApiKey } from '../../src/store/api-key.ts';
import { type Answer, addMember, ask, logIn, type Member, refusal } from '../support/accounts.ts';
import { fakeRenderers } from '../support/fake-renderers.ts';
import { parseAnswer, rawExchange } from '../support/http.ts';
import { startTestService, type TestService } from '../support/service.ts';

const start = Date.UTC(2026, 0, 2, 12);
const picture = { bytes: Buffer.from('picture'), width: 1, height: 1, warnings: [] };
const renderers = fakeRenderers(async () => picture);
let time = start;

let test: TestService;
let shared: { readonly member: Member; readonly cookie: string };
/** A logged-in account without a key. */
let member: Member;
let cookie: string;
beforeAll(async () => {
  test = await startTestService({}, { renderers, now: () => new Date(time) });
  await newcomer();
  shared = { member, cookie };
});
afterAll(() => test.stop());
beforeEach(async () => {
  time = start;
  ({ member, cookie } = shared);
  await revokeAll();
});

/** Replaces the member by a new account without usage. */
async function newcomer(): Promise<void> {
  member = await addMember(test);
  cookie = await logIn(test, member.email);
  await revokeAll();
}

async function revokeAll(): Promise<void> {
  for (const { id } of await listed()) await revoke(id);
}

const list = (as = cookie): Promise<Answer> => ask(test, 'GET', '/api/v1/keys', { cookie: as });
const listed = async (as = cookie) => v.parse(keysAnswerSchema, (await list(as)).body).keys;
const create = (body?: unknown, as = cookie) => ask(test, 'POST', '/api/v1/keys', { cookie: as, body });
const revoke = (id: string, as = cookie) => ask(test, 'DELETE', `/api/v1/keys/${id}`, { cookie: as });
const rename = (id: string, body: unknown) => ask(test, 'PATCH', `/api/v1/keys/${id}`, { cookie, body });
const render = (key: string, title = 'S') =>
  ask(test, 'POST', '/api/v1/render', {
    headers: { 'X-API-Key': key },
    body: { tiers: [{ title, items: [] }] },
  });

function expectRefused(answer: Answer, status: number, message: string | RegExp): void {
  expect(answer.body).toEqual(refusal(message));
  expect(answer.status).toBe(status);
}

describe('a new key', () => {
  it('is shown once, works immediately, and is listed with its hint', async () => {
    await newcomer();
    const answer = await create({ name: 'my bot' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const createdAt = new Date(start).toISOString();
    expect(answer.body).toEqual({
      success: true,
      id: expect.stringMatching(/^key_[\w-]+$/),
      name: 'my bot',
      key: expect.stringMatching(/^sk_live_[0-9A-Za-z]{38}$/),
      createdAt,
    });
    const key = String(answer.body['key']);
    expect(isWellFormedApiKey(key)).toBe(true);
    expect((await render(key)).status).toBe(200);
    const { body, headers } = await list();
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toEqual({
      success: true,
      keys: [
        {
          id: answer.body['id'],
          name: 'my bot',
          hint: `sk_live_…${key.slice(-4)}`,
          createdAt,
          lastUsedAt: createdAt,
          usage: { minute: 1, day: 1 },
        },
      ],
      plan: 'free',
      limits: { minute: 3, day: 50 },
      usage: { minute: 1, day: 1 },
    });
  });

  it('appears in no file and not in the log', async () => {
    await newcomer();
    const key = String((await create()).body['key']);
    await render(key);
    const files = (await readdir(test.dataDir, { recursive: true, withFileTypes: true })).filter((file) =>
      file.isFile(),
    );
    expect(files.map(({ name }) => name)).toContain('keys.json');
    for (const file of files) {
      expect(await readFile(join(file.parentPath, file.name), 'latin1')).not.toContain(key.slice(8, 40));
    }
    expect(test.log.join('')).not.toContain(key.slice(8, 40));
  });

  it.each<[string, unknown, string]>([
    ['no body', undefined, ''],
    ['an empty object', {}, ''],
    ['an empty name', { name: '' }, ''],
    ['space around its name', { name: '  bot\n' }, 'bot'],
    ['a line break in its name', { name: 'a\nb\tc' }, 'a b c'],
    ['a name in another script', { name: '机器人 Бот' }, '机器人 Бот'],
    ['a name of 100 letters', { name: 'x'.repeat(100) }, 'x'.repeat(100)],
    ['a name of 100 emoji', { name: '🍕'.repeat(100) }, '🍕'.repeat(100)],
    ['a name of 100 families', { name: '👨‍👩‍👧‍👦'.repeat(100) }, '👨‍👩‍👧‍👦'.repeat(100)],
    ['markup for a name', { name: '<script>' }, '<script>'],
    ['fields that it does not know', { name: 'x', plan: 'enterprise', accountId: 'acc_x' }, 'x'],
  ])('is created with %s', async (_, body, name) => {
    const answer = await create(body);
    expect(answer.status).toBe(200);
    expect(answer.body['name']).toBe(name);
    expect((await listed()).map((key) => key.name)).toEqual([name]);
  });

  it.each<[string, unknown, number, string | RegExp]>([
    ['a name of 101 letters', { name: 'x'.repeat(101) }, 400, /^name: must be at most 100 characters/],
    ['a name that is a number', { name: 7 }, 400, 'name: must be a text, not a number'],
    ['a name that is null', { name: null }, 400, 'name: must be a text, not null'],
    ['a name with NUL', { name: 'a\u0000' }, 400, 'name: must not contain the character U+0000'],
    ['a name with a control character', { name: 'a\u0085b' }, 400, /^name: /],
    ['a name with half a surrogate pair', { name: '\ud800' }, 400, /^name: must be well-formed Unicode/],
    ['a list', [], 400, 'The body must be a JSON object'],
    ['null', null, 400, 'The body must be a JSON object'],
    ['no JSON', '{name}', 400, /^The body is not valid JSON/],
    ['too much', { name: 'x'.repeat(300_000) }, 413, /^The body must be at most/],
  ])('is not created with %s', async (_, body, status, message) => {
    expectRefused(await create(body), status, message);
    expect(await listed()).toEqual([]);
  });

  it('is created without a body, in any framing', async () => {
    for (const [length, end] of [
      [['Content-Length: 0'], ''],
      [['Content-Length: 0', 'Content-Type: application/json'], ''],
      [[], ''],
      [['Transfer-Encoding: chunked', 'Content-Type: application/json'], '2\r\n{}\r\n0\r\n\r\n'],
    ] as const) {
      const head = [
        'POST /api/v1/keys HTTP/1.1',
        'Host: x',
        'Connection: close',
        `Cookie: ${cookie}`,
        ...length,
      ];
      const answer = parseAnswer(await rawExchange(test.port, `${head.join('\r\n')}\r\n\r\n${end}`));
      expect(answer.status).toBe(200);
    }
    expect(await listed()).toHaveLength(4);
  });

  it('is refused with a body of another type', async () => {
    const headers = { 'Content-Type': 'text/plain' };
    expectRefused(
      await ask(test, 'POST', '/api/v1/keys', { cookie, headers, body: '{}' }),
      415,
      /Content-Type/,
    );
  });

  it('is at most the 20th, also when many are created at once', async () => {
    const answers = await Promise.all(Array.from({ length: 25 }, () => create()));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(limits.keysPerAccount);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expectRefused(answer, 400, 'The account has 20 keys already, which is the limit');
    }
    const [first] = await listed();
    await revoke(first?.id ?? '');
    expect((await create()).status).toBe(200);
    expect((await create()).status).toBe(400);
    expect(await listed()).toHaveLength(20);
  });
});

describe('the list of keys', () => {
  it('has the usage of each key and of the account', async () => {
    await newcomer();
    const [one, two, three] = [
      await create({ name: '1' }),
      await create({ name: '2' }),
      await create({ name: '3' }),
    ];
    time = start + 1000;
    await render(String(one.body['key']));
    await render(String(one.body['key']), 'A');
    time = start + 2000;
    await render(String(two.body['key']));
    const at = (ms: number) => new Date(start + ms).toISOString();
    expect((await list()).body).toMatchObject({
      keys: [
        { name: '1', usage: { minute: 2, day: 2 }, lastUsedAt: at(1000) },
        { name: '2', usage: { minute: 1, day: 1 }, lastUsedAt: at(2000) },
        { name: '3', usage: { minute: 0, day: 0 }, lastUsedAt: null },
      ],
      usage: { minute: 3, day: 3 },
    });
    time = start + 3000;
    // A refused request counts as a use too.
    expect((await render(String(three.body['key']))).status).toBe(429);
    time = start + 62_000;
    expect((await list()).body).toMatchObject({
      keys: [
        { name: '1', usage: { minute: 0, day: 2 }, lastUsedAt: at(1000) },
        { name: '2', usage: { minute: 0, day: 1 }, lastUsedAt: at(2000) },
        { name: '3', usage: { minute: 0, day: 0 }, lastUsedAt: at(3000) },
      ],
      usage: { minute: 0, day: 3 },
    });
    time = start + 12 * 3_600_000;
    expect((await list()).body).toMatchObject({ usage: { minute: 0, day: 0 } });
  });

  it('includes the usage of revoked keys in that of the account', async () => {
    await newcomer();
    const { body } = await create();
    await render(String(body['key']));
    await revoke(String(body['id']));
    expect((await list()).body).toMatchObject({ keys: [], usage: { minute: 1, day: 1 } });
  });

  it('has null as the limits of a plan without limits', async () => {
    const { email } = await addMember(test, { plan: 'enterprise' });
    const { body } = await list(await logIn(test, email));
    expect(body).toMatchObject({ plan: 'enterprise', limits: { minute: null, day: null } });
  });

  it('has no keys of other accounts', async () => {
    await create({ name: 'mine' });
    const other = await addMember(test);
    const keys = await listed(await logIn(test, other.email));
    expect(keys.map(({ hint }) => hint)).toEqual([`sk_live_…${other.key.slice(-4)}`]);
  });

  it('includes keys from the command line', async () => {
    await test.service.accounts.createKey(member.id, 'from the command line');
    expect((await listed()).map(({ name }) => name)).toEqual(['from the command line']);
  });
});

describe('renaming a key', () => {
  it('changes the answer and the list, and the key keeps working', async () => {
    const { body } = await create({ name: 'old' });
    const answer = await rename(String(body['id']), { name: ' new ' });
    expect(answer.body).toMatchObject({ success: true, key: { id: body['id'], name: 'new' } });
    expect((await listed()).map(({ name }) => name)).toEqual(['new']);
    expect((await rename(String(body['id']), { name: '' })).body).toMatchObject({ key: { name: '' } });
  });

  it.each([
    [{}, 'name: '],
    [{ name: 7 }, 'name: must be a text'],
    [{ name: 'x'.repeat(101) }, 'name: must be at most 100 characters'],
    [{ name: 'a\u0000b' }, 'name: '],
    ['[]', 'The body must be a JSON object'],
  ])('to %j is refused', async (body, message) => {
    const created = await create({ name: 'kept' });
    expectRefused(await rename(String(created.body['id']), body), 400, message);
    expect((await listed()).map(({ name }) => name)).toEqual(['kept']);
  });

  it('of another account is answered like an unknown key', async () => {
    const other = await addMember(test);
    const [theirs] = await listed(await logIn(test, other.email));
    expectRefused(await rename(theirs?.id ?? '', { name: 'mine' }), 404, 'There is no such key');
    expectRefused(await rename('key_nothing', { name: 'mine' }), 404, 'There is no such key');
  });
});

describe('revoking a key', () => {
  it('disables this key alone, immediately and permanently', async () => {
    await newcomer();
    const [one, two] = [await create({ name: '1' }), await create({ name: '2' })];
    expect((await render(String(one.body['key']))).status).toBe(200);
    const answer = await revoke(String(one.body['id']));
    expect(answer.body).toEqual({ success: true });
    expectRefused(await render(String(one.body['key'])), 401, 'The API key is not valid');
    expect((await render(String(two.body['key']))).status).toBe(200);
    expect((await listed()).map(({ name }) => name)).toEqual(['2']);
    expectRefused(await revoke(String(one.body['id'])), 404, 'There is no such key');
  });

  it('of another account is answered like an unknown key', async () => {
    const other = await addMember(test);
    const [theirs] = await listed(await logIn(test, other.email));
    expectRefused(await revoke(theirs?.id ?? ''), 404, 'There is no such key');
    expect((await render(other.key)).status).toBe(200);
  });

  it.each(['key_nothing', 'x', '__proto__', '%00', '%2e%2e', '%E0%A4%A', 'a'.repeat(5000)])(
    'of %.20s is a 404',
    async (id) => {
      expectRefused(await revoke(id), 404, /./);
    },
  );
});

describe('the endpoints for keys', () => {
  it.each([
    ['GET', '/api/v1/keys'],
    ['POST', '/api/v1/keys'],
    ['PATCH', '/api/v1/keys/key_x'],
    ['DELETE', '/api/v1/keys/key_x'],
  ])('require a session rather than a key: %s %s', async (method, path) => {
    for (const headers of [{}, { 'X-API-Key': member.key }, { Authorization: `Bearer ${test.key}` }]) {
      const answer = await ask(test, method, path, { headers });
      expectRefused(answer, 401, 'You must be logged in; an API key will not do here');
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    }
  });

  it.each([
    ['PUT', '/api/v1/keys', 'GET'],
    ['DELETE', '/api/v1/keys', 'GET'],
    ['GET', '/api/v1/keys/key_x', 'DELETE'],
    ['PUT', '/api/v1/keys/key_x', 'DELETE'],
  ])('answer %s %s with a 405 and the allowed methods', async (method, path, allowed) => {
    const answer = await ask(test, method, path, { cookie });
    expectRefused(answer, 405, /^The method is not allowed here/);
    expect(answer.headers.get('allow')).toContain(allowed);
  });
});

describe('when the disk is not writable,', () => {
  it('no key is created or lost, and keys can be created again afterwards', async () => {
    const { body: kept } = await create({ name: 'kept' });
    const file = join(test.dataDir, 'keys.json');
    // A folder replaces the file, so the rename onto it fails for every user, root included.
    await rm(file);
    await mkdir(join(file, 'in/the/way'), { recursive: true });
    for (const answer of [await create(), await revoke(String(kept['id']))]) {
      expectRefused(answer, 503, 'The change could not be saved');
      expect(answer.headers.get('retry-after')).toBe('30');
    }
    expect((await listed()).map(({ name }) => name)).toEqual(['kept']);
    expect((await render(String(kept['key']))).status).toBe(200);
    await rm(file, { recursive: true });
    expect((await revoke(String(kept['id']))).status).toBe(200);
    expect(await listed()).toEqual([]);
  });
});
