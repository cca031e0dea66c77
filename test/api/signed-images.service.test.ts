import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signedUrl } from '../../src/client/index.ts';
import type { RenderRequest } from '../../src/model/request.ts';
import { addMember, ask, logIn, type Member } from '../support/accounts.ts';
import { runCli } from '../support/cli.ts';
import { fakeRenderers } from '../support/fake-renderers.ts';
import { linkOf } from '../support/links.ts';
import { startTestService, type TestService } from '../support/service.ts';

const run = promisify(execFile);
const drawn: string[] = [];
const renderers = fakeRenderers(async (spec) => {
  drawn.push(`${spec.board.title} ${spec.format} ${spec.scale} ${spec.watermark}`);
  return { bytes: Buffer.from(`image of ${spec.board.title}`), width: 1, height: 1, warnings: [] };
});
let time = Date.parse('2026-01-02T12:00:00.000Z');
const day = 24 * 60 * 60 * 1000;
let test: TestService;
let creator: Member;
let cookie: string;
let keyId: string;
let secret: string;
beforeAll(async () => {
  test = await startTestService(
    { TIERPRESS_CHARGE_CACHED: 'true' },
    { renderers, now: () => new Date(time) },
  );
  creator = await addMember(test, { plan: 'creator' });
  cookie = await logIn(test, creator.email);
  const [key] = await test.service.accounts.keysOf(creator.id);
  keyId = key?.id ?? '';
  const { body } = await ask(test, 'GET', `/api/v1/keys/${keyId}/signing-secret`, { cookie });
  secret = String(body['signingSecret']);
});
afterAll(() => test.stop());

const boardOf = (title: string): RenderRequest => ({ title, tiers: [{ title: 'S', items: ['Tea'] }] });
const sign = async (request: object, key = creator.key) =>
  ask(test, 'POST', '/api/v1/sign', { body: request, headers: { Authorization: `Bearer ${key}` } });
const addressOf = async (request: object, key?: string) =>
  String((await sign(request, key)).body['url']).replace(test.url, '');
const get = (path: string, init: RequestInit = {}) => fetch(`${test.url}${path}`, init);
const charged = async () => (await ask(test, 'GET', '/api/v1/keys', { cookie })).body['usage'];

describe('a signed address', () => {
  it('answers with the image, which is charged when it is drawn and never while it is stored', async () => {
    const address = await addressOf({ ...boardOf('One'), format: 'png' });
    expect(address).toMatch(/^\/i\/[01][\w-]+\.png\?k=key_[\w-]{12}&s=[\w-]{32}$/);
    const before = drawn.length;
    expect(await charged()).toEqual({ minute: 0, day: 0 });
    const first = await get(address);
    expect([first.status, await first.text()]).toEqual([200, 'image of One']);
    expect(first.headers.get('Content-Type')).toBe('image/png');
    expect(first.headers.get('Cache-Control')).toBe('public, max-age=3600');
    expect(await charged()).toEqual({ minute: 1, day: 1 });
    time += 6 * day;
    const again = await get(address, { headers: { 'If-None-Match': first.headers.get('ETag') ?? '' } });
    expect(again.status).toBe(304);
    expect(await (await get(`${address}&utm_source=mail`)).text()).toBe('image of One');
    expect((await get(address, { method: 'HEAD' })).headers.get('ETag')).toBe(first.headers.get('ETag'));
    expect(await charged()).toEqual({ minute: 0, day: 0 });
    expect(drawn.slice(before)).toEqual(['One png 1 false']);
    time += 2 * day;
    expect((await get(address)).status).toBe(200);
    expect(drawn.slice(before)).toEqual(['One png 1 false', 'One png 1 false']);
    expect(await charged()).toEqual({ minute: 1, day: 1 });
  });

  it('has the pixels and the watermark that its text and its plan say', async () => {
    await get(await addressOf({ ...boardOf('Two'), scale: 2, watermark: true }));
    expect(drawn.at(-1)).toBe('Two webp 2 false');
    const { key } = await addMember(test, { plan: 'free' });
    await get(await addressOf(boardOf('Free'), key));
    expect(drawn.at(-1)).toBe('Free webp 1 true');
  });

  it('is refused when any part of it is changed', async () => {
    const address = await addressOf({ ...boardOf('Three'), scale: 2 });
    const before = drawn.length;
    const other = linkOf(boardOf('Four'));
    const changed: [string, number][] = [
      [address.replace(/s=./, (match) => (match === 's=A' ? 's=B' : 's=A')), 403],
      [address.replace(/&s=.*/, ''), 403],
      [`${address}A`, 403],
      [address.replace('&scale=2', ''), 403],
      [address.replace('scale=2', 'scale=1'), 400],
      [address.replace('.webp', '.png'), 403],
      [address.replace(/\/i\/[\w-]+/, `/i/${other}`), 403],
      [address.replace(/k=key_[\w-]+/, 'k=key_AAAAAAAAAAAA'), 401],
      [address.replace(/k=[\w-]+/, 'k='), 401],
      [address.replace('?k=', '?j='), 401],
      [address.replace('.webp', '.exe'), 404],
    ];
    for (const [path, status] of changed) {
      const answer = await get(path);
      expect([path, answer.status, answer.headers.get('Cache-Control')]).toEqual([path, status, 'no-store']);
      expect(await answer.json()).toMatchObject({ success: false });
    }
    expect(drawn.length).toBe(before);
  });

  it('is not valid for the key of another account, and ends with its own', async () => {
    const member = await addMember(test, { plan: 'creator' });
    const address = await addressOf(boardOf('Five'), member.key);
    expect((await get(address)).status).toBe(200);
    const [key] = await test.service.accounts.keysOf(member.id);
    await test.service.accounts.revokeKey(member.id, key?.id ?? '');
    expect((await get(address)).status).toBe(401);

    const second = await addMember(test, { plan: 'creator' });
    const disabled = await addressOf(boardOf('Six'), second.key);
    await test.service.accounts.changeAccount(second.id, { disabled: true });
    expect((await get(disabled)).status).toBe(401);
  });

  it('has the statuses of a render request, and charges nothing for a refusal', async () => {
    const { key } = await addMember(test, { plan: 'free' });
    for (let i = 0; i < 3; i++)
      expect((await get(await addressOf(boardOf(`Quota ${i}`), key))).status).toBe(200);
    const refused = await get(await addressOf(boardOf('Quota 4'), key));
    expect([refused.status, refused.headers.has('Retry-After')]).toEqual([429, true]);
    expect((await get(await addressOf(boardOf('Quota 0'), key))).status).toBe(200);
  });

  it('leaves neither its board nor its secret in the log', async () => {
    const address = await addressOf(boardOf('Nine'));
    await get(address);
    const log = test.log.join('');
    expect(log).toContain('"path":"/i/…"');
    expect(log).not.toContain(address.slice(3, 20));
    expect(log).not.toContain('ss_live_');
  });
});

describe('a request for a signed address', () => {
  it('is refused as a render request is', async () => {
    expect((await sign({ tiers: [] })).status).toBe(400);
    expect((await sign({ templateId: 99999, tiers: [{ title: 'S', items: [] }] })).status).toBe(404);
    expect((await sign(boardOf('x'), 'sk_live_nonsense')).status).toBe(401);
  });
});

describe('the signing secret of a key', () => {
  it('is shown to the account that has the key, and to no other', async () => {
    const path = `/api/v1/keys/${keyId}/signing-secret`;
    const { status, headers } = await ask(test, 'GET', path, { cookie });
    expect([status, headers.get('Cache-Control')]).toEqual([200, 'no-store']);
    expect(secret).toMatch(/^ss_live_[\w-]{43}$/);
    expect((await ask(test, 'GET', path)).status).toBe(401);
    const other = await logIn(test, (await addMember(test)).email);
    expect((await ask(test, 'GET', path, { cookie: other })).status).toBe(404);
  });

  it('is printed by the command line while its key is valid', async () => {
    const env = { TIERPRESS_DATA_DIR: test.dataDir };
    expect((await runCli(['keys', 'signing-secret', keyId], env)).stdout).toBe(`${secret}\n`);
    const { code, stdout, stderr } = await runCli(['keys', 'signing-secret', 'key_AAAAAAAAAAAA'], env);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toBe('tierpress: key_AAAAAAAAAAAA: there is no such key, or its account is disabled\n');
  });

  it('signs addresses as the documentation says, in a shell and in Node.js', async () => {
    const docs = readFileSync(new URL('../../docs/links.md', import.meta.url), 'utf8').split('## Signing')[1];
    const [, shell = ''] = /```sh\n(.*?)```/s.exec(docs ?? '') ?? [];
    const [, script = ''] = /```js\n(.*?)```/s.exec(docs ?? '') ?? [];
    const env = { ...process.env, KEY_ID: keyId, SIGNING_SECRET: secret };
    const imports = "import { createHmac } from 'node:crypto';";
    const printed = await Promise.all([
      run('sh', ['-c', shell], { env }),
      run(process.execPath, ['--input-type=module', '-e', `${imports}${script}`], { env }),
    ]);
    const [first = '', second = ''] = printed.map(({ stdout }) => stdout.trim());
    expect(second).toBe(first);
    const answer = await get(first);
    expect([answer.status, await answer.text()]).toEqual([200, 'image of Drinks']);
  });
});

const template = {
  templateId: 1,
  format: 'png',
  scale: 2,
  tiers: [{ title: 'S', items: ['item_1'] }],
} as const;

/** Makes an address in each way that there is. */
const makers: Readonly<Record<string, (request: RenderRequest) => Promise<string>>> = {
  'the service': addressOf,
  'the client': async (request) => {
    const url = await signedUrl(request, { baseUrl: `${test.url}/`, keyId, signingSecret: secret });
    return url.replace(test.url, '');
  },
  'the command line': async (request) => {
    const env = { TIERPRESS_DATA_DIR: test.dataDir, TIERPRESS_BASE_URL: test.url };
    const { stdout } = await runCli(['sign', '-', '--key', keyId], env, JSON.stringify(request));
    return stdout.trimEnd().replace(test.url, '');
  },
};

describe.each(Object.entries(makers))('an address that %s has signed', (name, make) => {
  it('is answered with its image, and with 403 when any part of it is changed', async () => {
    for (const request of [
      boardOf(`Signed by ${name}`),
      { ...boardOf('SVG'), format: 'svg' as const },
      template,
    ]) {
      const address = await make(request);
      expect(address).toMatch(/^\/i\/[01][\w-]+\.\w{3,4}\?k=key_[\w-]{12}(?:&scale=2)?&s=[\w-]{32}$/);
      expect((await get(address)).status).toBe(200);
      const changed = [
        address.replace(/^\/i\/./, (start) => `${start}A`),
        address.replace(/\.\w+/, (ending) => (ending === '.png' ? '.svg' : '.png')),
        address.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
        address.includes('scale') ? address.replace('&scale=2', '') : address.replace('&s=', '&scale=2&s='),
      ];
      for (const path of changed) expect([path, (await get(path)).status]).toEqual([path, 403]);
    }
  });
});

describe('tierpress sign', () => {
  it('refuses what the service would refuse, in one line', async () => {
    const env = { TIERPRESS_DATA_DIR: test.dataDir };
    const free = await addMember(test, { plan: 'free' });
    const [freeKey] = await test.service.accounts.keysOf(free.id);
    const refusals: [object, string, string][] = [
      [
        boardOf('x'),
        'key_AAAAAAAAAAAA',
        'key_AAAAAAAAAAAA: there is no such key, or its account is disabled',
      ],
      [boardOf('x'), 'nonsense', 'nonsense: is no id of a key, such as key_8YtR1mB6qKx0'],
      [{ tiers: [] }, keyId, 'standard input: tiers: must hold at least 1'],
      [
        { ...boardOf('x'), format: 'svg' },
        freeKey?.id ?? '',
        'standard input: format: "svg" is not for the plan free, whose images always have the watermark',
      ],
    ];
    for (const [request, key, message] of refusals) {
      const { code, stdout, stderr } = await runCli(
        ['sign', '-', '--key', key],
        env,
        JSON.stringify(request),
      );
      expect([code, stdout, stderr]).toEqual([1, '', `tierpress: ${message}\n`]);
    }
  });
});
