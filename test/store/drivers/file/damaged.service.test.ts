import { randomBytes } from 'node:crypto';
import {
  appendFile,
  chmod,
  chown,
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '../../../../src/api/http/logger.ts';
import { readConfig } from '../../../../src/config/config.ts';
import { lockFolder } from '../../../../src/files/folder-lock.ts';
import { packagedData } from '../../../../src/files/package-files.ts';
import { startService } from '../../../../src/service/service.ts';
import { FileAccounts } from '../../../../src/store/drivers/file/accounts.ts';
import { StoreError } from '../../../../src/store/store-error.ts';
import { runCli, serveCli } from '../../../support/cli.ts';
import { fakeRenderers } from '../../../support/fake-renderers.ts';
import { costly, sampleOf } from '../../../support/runs.ts';

const deps = { now: () => new Date(), randomBytes };
const owner = 'owner@localhost';

let root: string;
/** A data directory with an account and a key, as the service leaves it, and the contents of its files. */
let sound: { readonly key: string; readonly keys: string; readonly backup: string; readonly secret: string };

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'tierpress-damaged-'));
  const store = await FileAccounts.open(root, deps);
  const { id } = await store.addAccount({ email: owner, plan: 'enterprise', admin: true });
  const { key } = await store.createKey(id, 'old');
  const [keys, backup, secret] = await Promise.all(
    ['keys.json', 'keys.json.bak', 'secret'].map((name) => readFile(join(root, name), 'utf8')),
  );
  sound = { key, keys: keys ?? '', backup: backup ?? '', secret: secret ?? '' };
});
afterAll(() => rm(root, { recursive: true, force: true }));

/** Copies the intact directory. Each test has its own copy, since they run concurrently. */
async function copy(): Promise<string> {
  const dir = await mkdtemp(join(root, 'copy-'));
  for (const [name, content] of [
    ['keys.json', sound.keys],
    ['keys.json.bak', sound.backup],
    ['secret', sound.secret],
  ] as const) {
    await writeFile(join(dir, name), content, { mode: 0o600 });
  }
  return dir;
}

async function statusWith(url: string, key: string): Promise<number> {
  const answer = await fetch(`${url}/api/v1/render`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: JSON.stringify({ tiers: [{ title: 'S', items: ['Tea'] }] }),
  });
  await answer.arrayBuffer();
  return answer.status;
}

/** Returns the contents of a directory: names, with the content of files. */
async function contentOf(dir: string): Promise<Record<string, string>> {
  const names = (await readdir(dir)).filter((name) => name !== 'lock');
  const contents = await Promise.all(
    names.map((name) => readFile(join(dir, name), 'base64').catch(({ code }) => String(code))),
  );
  return Object.fromEntries(names.map((name, index) => [name, contents[index] ?? '']));
}

const edited = (change: (document: Record<string, unknown>) => object) => () =>
  JSON.stringify(change(JSON.parse(sound.keys)));

/** Text, bytes, or an action on the file. */
type Damage = string | Buffer | ((path: string) => Promise<unknown>);

describe('the service does not start, prints the reason and a remedy, and changes nothing when keys.json', () => {
  const damages: readonly (readonly [string, () => Damage, string])[] = [
    ['is empty', () => '', 'is empty'],
    ['is blank', () => '\n \n', 'is empty'],
    ['is null', () => 'null', 'is damaged: it is not an object'],
    ['is 0', () => '0', 'is damaged: it is not an object'],
    ['is ""', () => '""', 'is damaged'],
    ['is a list', () => '[]', 'is damaged: schemaVersion'],
    ['is an empty object', () => '{}', 'is damaged: schemaVersion'],
    ['is cut off', () => sound.keys.slice(0, -20), 'is damaged: it is not valid JSON'],
    ['goes on behind its end', () => `${sound.keys}}`, 'is damaged: it is not valid JSON'],
    ['has become zeros', () => '\0'.repeat(sound.keys.length), 'is damaged: it is not valid JSON'],
    ['is a program', () => Buffer.from('7f454c4602010100ffff', 'hex'), 'is damaged: it is not UTF-8'],
    ['has a byte that is no text', () => brokenName(), 'is damaged: it is not UTF-8'],
    ['lacks its accounts', edited(({ accounts: _, ...rest }) => rest), 'is damaged: accounts is missing'],
    ['has keys of nobody', edited((document) => ({ ...document, accounts: [] })), 'belongs to no account'],
    ['has keys that are none', edited((document) => ({ ...document, keys: ['sk'] })), 'is damaged: keys.0'],
    ['is of a later version', edited((document) => ({ ...document, schemaVersion: 3 })), 'must be 2'],
    ['is gone while its backup is there', () => (path) => rm(path), 'is missing, though its backup is there'],
    ['is a folder', () => (path) => rm(path).then(() => mkdir(path)), 'cannot be read (EISDIR)'],
    [
      'cannot be read, whoever reads it',
      () => (path) => rm(path).then(() => symlink('keys.json', path)),
      'cannot be read (ELOOP)',
    ],
  ];
  const { config: anyConfig } = readConfig({ TIERPRESS_PORT: '0' }, undefined, {
    ...packagedData,
    renderers: 1,
  });
  const services = {
    version: '0',
    logger: createLogger('silent', { write: () => undefined }),
    renderers: fakeRenderers(() => Promise.reject(new Error('nothing to draw'))),
  };

  it.each(damages)('%s', async (_, damage, reason) => {
    const dir = await damaged(damage());
    const before = await contentOf(dir);
    const refusal: unknown = await startService({ ...anyConfig, dataDir: dir }, services).catch(
      (error) => error,
    );
    expect(refusal).toBeInstanceOf(StoreError);
    expectLine(String(refusal), dir, reason);
    expect(await contentOf(dir)).toEqual(before);
    // Nor does the failed start keep the folder locked.
    await (await lockFolder(dir))?.release();
    expect(await contentOf(dir)).toEqual(before);
  });

  const inProcess = ['is cut off', 'has become zeros', 'is a folder', 'is gone while its backup is there'];
  it.concurrent.each(damages.filter(([name]) => inProcess.includes(name)))(
    '%s: the process prints one line and exits with 1',
    async (_, damage, reason) => {
      const dir = await damaged(damage());
      const before = await contentOf(dir);
      const { code, stdout, stderr } = await runCli(['serve'], { TIERPRESS_DATA_DIR: dir });
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr.split('\n')).toEqual([expect.stringMatching(/^tierpress: /), '']);
      expectLine(stderr, dir, reason);
      expect(await contentOf(dir)).toEqual(before);
    },
  );

  async function damaged(damage: Damage): Promise<string> {
    const dir = await copy();
    const path = join(dir, 'keys.json');
    await (typeof damage === 'function' ? damage(path) : writeFile(path, damage));
    return dir;
  }

  function expectLine(text: string, dir: string, reason: string): void {
    const path = join(dir, 'keys.json');
    expect(text).toContain(`: ${path}: `);
    expect(text).toContain(reason);
    expect(text).toContain(`copy ${path}.bak over it and start again`);
    expect(text).not.toContain(sound.key.slice(8, 20));
  }

  /** Builds a document that is valid except for one byte inside a name. */
  function brokenName(): Buffer {
    const bytes = Buffer.from(sound.keys);
    bytes[bytes.indexOf('"old"') + 1] = 0xff;
    return bytes;
  }
});

describe('the store does not open when its secret', () => {
  it.each([
    ['is gone', (path: string) => rm(path), 'secret: is missing, and the keys in keys.json'],
    ['is half there', (path: string) => writeFile(path, 'abc'), 'secret: is damaged: it must hold 64 hex'],
    ['is a folder', (path: string) => rm(path).then(() => mkdir(path)), 'secret: cannot be read (EISDIR)'],
    ['has junk after its digits', (path: string) => appendFile(path, 'zz'), 'digits and nothing else'],
    ['has two lines', (path: string) => appendFile(path, sound.secret), 'digits and nothing else'],
    [
      'has one digit changed',
      (path: string) =>
        writeFile(
          path,
          sound.secret.replace(/^./, (digit) => (digit === '0' ? '1' : '0')),
        ),
      'secret: is not the one that the keys in keys.json were created with',
    ],
    [
      'is that of another data directory',
      (path: string) => writeFile(path, randomBytes(32).toString('hex')),
      'secret: is not the one that the keys in keys.json were created with',
    ],
  ])('%s', async (_, damage, message) => {
    const dir = await copy();
    await damage(join(dir, 'secret'));
    const before = await contentOf(dir);
    await expect(FileAccounts.open(dir, deps)).rejects.toThrow(message);
    expect(await contentOf(dir)).toEqual(before);
  });
});

describe('keys.json says which secret it belongs to', () => {
  const markOf = (text: string): unknown => JSON.parse(text).secretMark;
  const withoutMark = () => JSON.stringify({ ...JSON.parse(sound.keys), secretMark: undefined }, null, 2);

  it('with a mark that does not contain the secret', () => {
    expect(markOf(sound.keys)).toMatch(/^[0-9a-f]{64}$/);
    expect(sound.keys).not.toContain(sound.secret.trim().slice(0, 8));
  });

  it('and a document from before the mark gets it once, from the secret beside it', async () => {
    const dir = await copy();
    await writeFile(join(dir, 'keys.json'), withoutMark());
    const store = await FileAccounts.open(dir, deps);
    expect(await store.authenticate(sound.key)).toBeDefined();
    expect(markOf(await readFile(join(dir, 'keys.json'), 'utf8'))).toBe(markOf(sound.keys));
    expect(await readFile(join(dir, 'keys.json.bak'), 'utf8')).toBe(withoutMark());
    await writeFile(join(dir, 'secret'), randomBytes(32).toString('hex'));
    await expect(FileAccounts.open(dir, deps)).rejects.toThrow(StoreError);
  });

  it('and one without keys takes a new secret, as the remedy says', async () => {
    const dir = await copy();
    await writeFile(join(dir, 'keys.json'), JSON.stringify({ ...JSON.parse(sound.keys), keys: [] }));
    await rm(join(dir, 'secret'));
    const store = await FileAccounts.open(dir, deps);
    const account = await store.findByEmail(owner);
    const { key } = await store.createKey(account?.id ?? '', 'new');
    expect(await (await FileAccounts.open(dir, deps)).authenticate(key)).toBeDefined();
  });

  it('and serve refuses another secret in one line', async () => {
    const dir = await copy();
    await writeFile(join(dir, 'secret'), `${randomBytes(32).toString('hex')}\n`);
    const { code, stdout, stderr } = await runCli(['serve'], { TIERPRESS_DATA_DIR: dir });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^tierpress: .*secret: is not the one .*\n$/);
  });
});

describe.concurrent('serve', () => {
  it('starts again after the printed remedy', async () => {
    const dir = await copy();
    await writeFile(join(dir, 'keys.json'), '');
    await copyFile(join(dir, 'keys.json.bak'), join(dir, 'keys.json'));
    // The backup is older than the last write, which created the key.
    const made = await runCli(['keys', 'create', '--user', owner], { TIERPRESS_DATA_DIR: dir });
    expect(made.code).toBe(0);
    const store = await FileAccounts.open(dir, deps);
    expect(await store.authenticate(made.stdout.trim())).toBeDefined();
  });

  it('starts with a keys.json of the first version, and keeps it as the backup', costly, async () => {
    const dir = await copy();
    const { accounts, secretMark: _, ...rest } = JSON.parse(sound.keys);
    const first = accounts.map((account: Record<string, unknown>) => {
      const { disabled: _, passwordHash: __, passwordLink: ___, ...fields } = account;
      return fields;
    });
    const text = JSON.stringify({ ...rest, schemaVersion: 1, accounts: first });
    await writeFile(join(dir, 'keys.json'), text);
    const service = await serveCli({ TIERPRESS_DATA_DIR: dir });
    try {
      expect(await statusWith(service.url, sound.key)).toBe(200);
      expect(await readFile(join(dir, 'keys.json.bak'), 'utf8')).toBe(text);
      const made = await runCli(['keys', 'create', '--user', owner], { TIERPRESS_DATA_DIR: dir });
      expect(await statusWith(service.url, made.stdout.trim())).toBe(200);
      expect(await statusWith(service.url, sound.key)).toBe(200);
      expect(JSON.parse(await readFile(join(dir, 'keys.json'), 'utf8'))).toMatchObject({
        schemaVersion: 2,
        accounts: [{ email: owner, disabled: false, passwordHash: null, passwordLink: null }],
      });
    } finally {
      await service.end('SIGKILL');
    }
  });

  const files = ['usage.journal', 'renders.journal', 'sessions.json'] as const;
  it('starts when counters, cache and sessions are damaged, logs it, and stores them from then on', async () => {
    const damage = (path: string) => writeFile(path, Buffer.from('7b2200ff0a6e756c6c0a5b5d0a', 'hex'));
    const dir = await copy();
    for (const name of files) await damage(join(dir, name));
    const env = { TIERPRESS_DATA_DIR: dir };
    const service = await serveCli(env);
    expect(await statusWith(service.url, sound.key)).toBe(200);
    const { code, stderr } = await service.end('SIGTERM');
    expect(code).toBe(0);
    const warned: string[] = stderr
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line))
      .filter(({ level }) => level === 'warn' || level === 40)
      .map(({ msg }) => msg);
    for (const name of files) expect(warned.filter((message) => message.includes(name))).toHaveLength(1);
    for (const name of ['usage.journal', 'renders.journal']) {
      // After the invalid line, each in a line of its own.
      const lines = (await readFile(join(dir, name), 'utf8'))
        .split('\n')
        .filter((line) => line.startsWith('{"'));
      const written = lines.filter((line) => !line.includes('\0'));
      expect(written.length, name).toBeGreaterThan(0);
      for (const line of written) expect(() => JSON.parse(line), line).not.toThrow();
    }
  });

  it.each(sampleOf(files))(
    'refuses in one line when %s cannot be read, and changes nothing',
    async (name) => {
      const dir = await copy();
      const path = join(dir, name);
      await mkdir(path);
      const before = await contentOf(dir);
      const { code, stdout, stderr } = await runCli(['serve'], { TIERPRESS_DATA_DIR: dir });
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(/^tierpress: .*: cannot be read \(EISDIR\)\. .*\n$/);
      expect(stderr).toContain(path);
      expect(await contentOf(dir)).toMatchObject(before);
      expect(await readdir(path)).toEqual([]);
    },
  );

  const isRoot = process.getuid?.() === 0;
  it.skipIf(!isRoot).each(sampleOf(files))(
    'refuses in one line when its user may not read %s',
    async (name) => {
      const dir = await copy();
      const path = join(dir, name);
      await chmod(root, 0o711);
      await writeFile(path, 'of another user', { mode: 0o600 });
      for (const own of [dir, ...['keys.json', 'keys.json.bak', 'secret'].map((file) => join(dir, file))]) {
        await chown(own, 65_534, 65_534);
      }
      const enter = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'];
      const { code, stderr } = await runCli(['serve'], { TIERPRESS_DATA_DIR: dir }, '', enter);
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: expect.stringContaining(`${path}: cannot be read (EACCES)`),
      });
      expect(await readFile(path, 'utf8')).toBe('of another user');
    },
  );

  it('starts with a truncated line and half-written files of a crash, and removes the files', async () => {
    const dir = await copy();
    await appendFile(join(dir, 'usage.journal'), '{"t":"key","id":"k');
    await mkdir(join(dir, 'images'));
    for (const name of [
      'keys.json.0123456789ab.tmp',
      'usage.journal.0123456789ab.tmp',
      'images/x.webp.0123456789ab.tmp',
    ]) {
      await writeFile(join(dir, name), '{"half":');
    }
    const service = await serveCli({ TIERPRESS_DATA_DIR: dir });
    expect(await statusWith(service.url, sound.key)).toBe(200);
    expect((await readdir(dir, { recursive: true })).filter((name) => name.endsWith('.tmp'))).toEqual([]);
    expect((await service.end('SIGTERM')).stderr).toContain(
      'usage.journal: one damaged line was passed over',
    );
  });
});
