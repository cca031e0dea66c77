import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { generateApiKey } from '../../../../src/store/api-key.ts';
import { FileAccounts } from '../../../../src/store/drivers/file/accounts.ts';
import { StoreError } from '../../../../src/store/store-error.ts';

const deps = { now: () => new Date('2026-01-02T03:04:05Z'), randomBytes };
const ann = { email: ' Ann@Example.ORG ', plan: 'creator', admin: false } as const;

let dir: string;
const keysFile = () => join(dir, 'keys.json');
const open = () => FileAccounts.open(dir, deps);

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'tierpress-keys-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

describe('FileAccounts', () => {
  it('recognises a key when it is opened again, and stores only a hash of it', async () => {
    const store = await open();
    expect(store.isEmpty).toBe(true);
    const account = await store.addAccount(ann);
    expect(account.email).toBe('ann@example.org');
    const created = await store.createKey(account.id, 'bot');
    expect(created).toMatchObject({ name: 'bot', createdAt: '2026-01-02T03:04:05.000Z' });
    const identity = { accountId: account.id, keyId: created.id, plan: 'creator' };
    expect(await store.authenticate(created.key)).toEqual(identity);

    const again = await open();
    expect(again.isEmpty).toBe(false);
    expect(await again.authenticate(created.key)).toEqual(identity);
    for (const name of await readdir(dir)) {
      expect(await readFile(join(dir, name), 'utf8')).not.toContain(created.key.slice(8, 40));
    }
  });

  it('writes files that only their owner can read, and leaves no others', async () => {
    const store = await open();
    const { id } = await store.addAccount(ann);
    await store.createKey(id, '');
    expect((await readdir(dir)).sort()).toEqual(['keys.json', 'keys.json.bak', 'secret']);
    for (const name of await readdir(dir)) expect((await stat(join(dir, name))).mode & 0o777).toBe(0o600);
  });

  it('keeps the state before the last write as a backup', async () => {
    const store = await open();
    const { id } = await store.addAccount(ann);
    await store.createKey(id, 'first');
    const before = await readFile(keysFile(), 'utf8');
    await store.createKey(id, 'second');
    expect(await readFile(`${keysFile()}.bak`, 'utf8')).toBe(before);
  });

  it('rejects texts that cannot be a key of this store', async () => {
    const store = await open();
    const { id } = await store.addAccount(ann);
    const { key } = await store.createKey(id, '');
    const refused = [
      '',
      key.slice(0, -1),
      `${key}0`,
      key.toLowerCase(),
      ` ${key}`,
      key.replace('sk_live_', 'sk_test_'),
      generateApiKey(randomBytes),
      'x'.repeat(100_000),
    ];
    for (const text of refused) expect(await store.authenticate(text)).toBeUndefined();
  });

  it.each([
    '',
    'ann',
    'ann@',
    '@example.org',
    'a b@example.org',
    'a@b@c',
    'a\n@example.org',
    `${'a'.repeat(250)}@b.cd`,
  ])('refuses the address %j', async (email) => {
    await expect((await open()).addAccount({ ...ann, email })).rejects.toThrow(
      'email: must be an e-mail address',
    );
  });

  it('rejects changes when the disk cannot be written, keeps its keys, and recovers', async () => {
    const store = await open();
    const { id } = await store.addAccount(ann);
    // A folder at the path of the backup makes the rename fail, for root as well.
    await mkdir(`${keysFile()}.bak/in/the/way`, { recursive: true });
    await expect(store.createKey(id, '')).rejects.toMatchObject({
      code: 'storeUnavailable',
      status: 503,
    });
    expect(
      (await readdir(dir)).filter((name) => name.startsWith('keys.json.') && !name.endsWith('.bak')),
    ).toEqual([]);
    await rm(`${keysFile()}.bak`, { recursive: true });
    const { key } = await store.createKey(id, '');
    expect(await (await open()).authenticate(key)).toBeDefined();
  });

  it('finds one of 50 000 keys as fast as one of one', async () => {
    const store = await open();
    const { id } = await store.addAccount(ann);
    const { key } = await store.createKey(id, '');
    const document = JSON.parse(await readFile(keysFile(), 'utf8'));
    const [record] = document.keys;
    for (let i = 0; i < 50_000; i++) {
      document.keys.push({ ...record, id: `key_${i}`, hash: randomBytes(32).toString('hex') });
    }
    await writeFile(keysFile(), JSON.stringify(document));
    const full = await open();
    expect(await full.authenticate(key)).toBeDefined();
    expect(await perCall(() => full.authenticate(key))).toBeLessThan(
      10 * (await perCall(() => store.authenticate(key))) + 0.01,
    );
  });

  describe('refuses to open, and changes no file, when keys.json', () => {
    const account = {
      id: 'a',
      email: 'a@b',
      plan: 'free',
      admin: false,
      createdAt: '2026-01-01T00:00:00.000Z',
    };
    const key = {
      id: 'k',
      accountId: 'a',
      name: '',
      hash: 'a'.repeat(64),
      hint: 'x',
      createdAt: '2026-01-01T00:00:00.000Z',
    };
    const valid = { schemaVersion: 1, accounts: [account], keys: [key] };
    it.each([
      ['is empty', '', 'is empty'],
      ['is blank', ' \n', 'is empty'],
      ['is null', 'null', 'is damaged'],
      ['is 0', '0', 'is damaged'],
      ['is ""', '""', 'is damaged'],
      ['is false', 'false', 'is damaged'],
      ['is a list', '[]', 'is damaged: schemaVersion'],
      ['is {}', '{}', 'is damaged: schemaVersion'],
      ['is cut off', JSON.stringify(valid).slice(0, -10), 'is damaged: it is not valid JSON'],
      ['has bytes of zero', '\0'.repeat(100), 'is damaged: it is not valid JSON'],
      [
        'is of a later version',
        JSON.stringify({ ...valid, schemaVersion: 3 }),
        'is damaged: schemaVersion must be 2',
      ],
      ['lacks keys', JSON.stringify({ schemaVersion: 1, accounts: [] }), 'is damaged: keys'],
      ['has more fields', JSON.stringify({ ...valid, users: [] }), 'is damaged: users'],
      [
        'has an unknown plan',
        JSON.stringify({ ...valid, accounts: [{ ...account, plan: 'x' }] }),
        'accounts.0.plan must be one of',
      ],
      [
        'has a short hash',
        JSON.stringify({ ...valid, keys: [{ ...key, hash: 'ab' }] }),
        'keys.0.hash must be 64',
      ],
      ['has an orphan', JSON.stringify({ ...valid, accounts: [] }), 'a key belongs to no account'],
      [
        'has one id twice',
        JSON.stringify({ ...valid, accounts: [account, { ...account, email: 'c@d' }] }),
        'two accounts have the same id',
      ],
      [
        'has one email twice',
        JSON.stringify({ ...valid, accounts: [account, { ...account, id: 'b' }] }),
        'two accounts have the same email',
      ],
      [
        'has one hash twice',
        JSON.stringify({ ...valid, keys: [key, { ...key, id: 'l' }] }),
        'two keys have the same hash',
      ],
      [
        'has one key id twice',
        JSON.stringify({ ...valid, keys: [key, { ...key, hash: 'b'.repeat(64) }] }),
        'two keys have the same id',
      ],
    ])('%s', async (_, content, reason) => {
      await writeFile(keysFile(), content);
      const error: unknown = await open().catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(StoreError);
      expect(error).toMatchObject({ message: expect.stringContaining(reason) });
      expect(error).toMatchObject({ message: expect.stringContaining('keys.json.bak over it') });
      expect(await readFile(keysFile(), 'utf8')).toBe(content);
      expect(await readdir(dir)).toEqual(['keys.json']);
    });

    it('is gone while its backup is there', async () => {
      await writeFile(`${keysFile()}.bak`, JSON.stringify(valid));
      await expect(open()).rejects.toThrow('is missing, though its backup is there');
    });

    it('holds keys whose secret is gone or damaged', async () => {
      await writeFile(keysFile(), JSON.stringify(valid));
      await expect(open()).rejects.toThrow('is missing, and the keys in keys.json');
      await writeFile(join(dir, 'secret'), 'abc');
      await expect(open()).rejects.toThrow('is damaged: it must hold 64 hexadecimal digits');
    });
  });

  it('opens an empty document of the first version', async () => {
    await writeFile(keysFile(), '{\n  "schemaVersion": 1,\n  "accounts": [],\n  "keys": []\n}\n');
    expect((await open()).isEmpty).toBe(true);
  });
});

/** Returns milliseconds per call, the best of several rounds. */
async function perCall(call: () => Promise<unknown>): Promise<number> {
  const rounds: number[] = [];
  for (let round = 0; round < 7; round++) {
    const start = performance.now();
    for (let i = 0; i < 300; i++) await call();
    rounds.push((performance.now() - start) / 300);
  }
  return Math.min(...rounds);
}
