import { existsSync, readdirSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readDatabaseAddress } from '../../../src/store/drivers/postgres/address.ts';
import { migrate as prepareSchema } from '../../../src/store/drivers/postgres/migrate.ts';
import { ask } from '../../support/accounts.ts';
import { type Env, killCli, runCli, type Serving, serveCli } from '../../support/cli.ts';
import { type PostgresEngine, startPostgres } from '../../support/engines/postgres.ts';
import { type Swift, startSwift } from '../../support/engines/swift.ts';
import { lacks, swiftPrograms } from '../../support/programs.ts';
import { expectPhoto, imageOf, renderWith, type UsedService, usageOf, useService } from './fixture.ts';

let engine: PostgresEngine;
let swift: Swift;
let used: UsedService;
const folders: string[] = [];
const serving: Serving[] = [];

/** Returns a new folder, which is removed in the end. */
async function newFolder(copyOf?: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tierpress-migrate-'));
  folders.push(folder);
  if (copyOf !== undefined) await cp(copyOf, folder, { recursive: true });
  return folder;
}

async function serve(env: Env): Promise<Serving> {
  const one = await serveCli(env);
  serving.push(one);
  return one;
}

/** The names and contents of all files but those that each command writes. */
async function contentOf(folder: string): Promise<object> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((one) =>
    one.isFile(),
  );
  const paths = files.map(({ parentPath, name }) => join(parentPath, name)).sort();
  const isSame = (path: string) => !/\/(lock|cache\/.*)$/.test(path);
  const entries = paths
    .filter(isSame)
    .map(async (path) => [path.slice(folder.length), (await readFile(path)).toString('base64')] as const);
  return Object.fromEntries(await Promise.all(entries));
}

/** Runs a statement in a database, as another program. */
async function inDatabase<Row extends object>(store: string, text: string): Promise<readonly Row[]> {
  const sql = postgres(store, { max: 1, onnotice: () => undefined });
  try {
    return await sql.unsafe<Row[]>(text);
  } finally {
    await sql.end();
  }
}

async function accountsIn(store: string): Promise<number> {
  const text = 'select count(*)::integer as count from tierpress.account';
  return (await inDatabase<{ count: number }>(store, text))[0]?.count ?? 0;
}

/** Keeps others from writing to a table. @returns a function that lets them go on */
async function holdTable(store: string, table: string): Promise<() => Promise<void>> {
  const sql = postgres(store, { max: 1, onnotice: () => undefined });
  await sql.unsafe(`begin; lock table tierpress.${table} in share mode`);
  return () => sql.end();
}

async function isWaiting(store: string): Promise<boolean> {
  const text =
    "select 1 from pg_stat_activity where application_name = 'tierpress' and wait_event_type = 'Lock'";
  return (await inDatabase(store, text)).length > 0;
}

/** Expects what every client of the service has to go on working. @param link a token that has not been used */
async function expectSameService(url: string, link: string): Promise<void> {
  const test = { url };
  const { mainKey, keys, disabledKey, revokedKey, cookie, boards, usage } = used;
  expect(await usageOf(test, cookie)).toEqual(usage);
  expect((await ask(test, 'GET', '/api/v1/session', { cookie })).status).toBe(200);
  for (const key of keys) expect((await renderWith(test, key, {})).status).toBe(400);
  for (const key of [disabledKey, revokedKey]) expect((await renderWith(test, key, {})).status).toBe(401);
  for (const { imagePath, sha256 } of boards) expect(await imageOf(test, imagePath)).toBe(sha256);
  for (const { request, renderId } of boards)
    expect((await renderWith(test, mainKey, request)).body).toMatchObject({
      renderId,
      cached: true,
    });
  const password = 'another good password';
  expect((await ask(test, 'PUT', '/api/v1/password', { body: { token: link, password } })).status).toBe(200);
  const before = await usageOf(test, cookie);
  expect((await renderWith(test, mainKey, boards[0]?.request ?? {}, 'order-1')).status).toBe(200);
  expect((await renderWith(test, mainKey, boards[1]?.request ?? {}, 'order-1')).status).toBe(400);
  expect(withoutLastUse(await usageOf(test, cookie))).toEqual(withoutLastUse(before));
}

function withoutLastUse(usage: object): object {
  return JSON.parse(JSON.stringify(usage, (name, value) => (name === 'lastUsedAt' ? undefined : value)));
}

describe.skipIf(lacks(...swiftPrograms))('tierpress migrate', () => {
  beforeAll(async () => {
    [engine, swift, used] = await Promise.all([startPostgres(), startSwift(), useService()]);
    folders.push(used.dataDir);
  });
  afterEach(async () => {
    for (const one of serving.splice(0)) await one.end('SIGKILL');
  });
  afterAll(async () => {
    await Promise.all([engine?.remove(), swift?.close()]);
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  });

  const migrateTo = (store: string, env: Env, images?: string) =>
    runCli(['migrate', '--to', store, ...(images ? ['--images', images] : [])], { ...swift.env, ...env });
  const migrateFrom = (store: string, env: Env, images?: string) =>
    runCli(['migrate', '--from', store, ...(images ? ['--images', images] : [])], { ...swift.env, ...env });

  it('moves a service to PostgreSQL and S3, and back into a folder, without its clients noticing', async () => {
    const [store, { images }] = [await engine.newDatabase(), await swift.createBucket()];
    const before = await contentOf(used.dataDir);
    const there = await migrateTo(store, { TIERPRESS_DATA_DIR: used.dataDir }, images);
    expect(there).toMatchObject({ code: 0, stderr: '' });
    expect(there.stdout).toMatch(
      /7 accounts\n +7 keys\n +3 one-time links\n +1 sessions\n +1 known networks/,
    );
    expect(there.stdout).toMatch(/1 idempotency keys\n +4 cached boards\n +1 uploaded photos\n +4 images\n/);
    expect(there.stdout).toContain(join(used.dataDir, 'secret'));
    expect(await contentOf(used.dataDir)).toEqual(before);

    const secretFile = join(used.dataDir, 'secret');
    const shared = { TIERPRESS_STORE: store, TIERPRESS_IMAGES: images, TIERPRESS_SECRET_FILE: secretFile };
    const replica = await serve({ TIERPRESS_DATA_DIR: await newFolder(), ...swift.env, ...shared });
    await expectSameService(replica.url, used.links[0] ?? '');
    await expectPhoto(replica, used);
    const usage = await usageOf(replica, used.cookie);
    await replica.end('SIGTERM');

    const home = await newFolder();
    const env = { TIERPRESS_DATA_DIR: home, TIERPRESS_SECRET_FILE: secretFile };
    const back = await migrateFrom(store, env, images);
    expect(back).toMatchObject({ code: 0, stderr: '' });
    expect(back.stdout).toMatch(/7 accounts\n +7 keys\n +2 one-time links\n +2 sessions\n/);
    const own = await serve(env);
    expect(await usageOf(own, used.cookie)).toEqual(usage);
    for (const { imagePath, sha256 } of used.boards) expect(await imageOf(own, imagePath)).toBe(sha256);
    const link = { token: used.links[1] ?? '', password: 'another good password' };
    expect((await ask(own, 'PUT', '/api/v1/password', { body: link })).status).toBe(200);
    expect(
      (await ask(own, 'PUT', '/api/v1/password', { body: { ...link, token: used.links[0] } })).status,
    ).toBe(401);
    for (const { request, renderId } of used.boards)
      expect((await renderWith(own, used.mainKey, request)).body).toMatchObject({
        renderId,
        cached: true,
      });
  });

  const oneLine = (text: string) =>
    expect.stringMatching(new RegExp(`^tierpress: [^\\n]*${text}[^\\n]*\\n$`));

  it('refuses a target that is not empty, and names no password', async () => {
    const store = (await engine.newDatabase()).replace('tierpress@', 'tierpress:hush@');
    const env = { TIERPRESS_DATA_DIR: used.dataDir };
    expect(await migrateTo(store, env)).toMatchObject({
      code: 0,
      stdout: expect.not.stringContaining('hush'),
    });
    const [to, from] = [await migrateTo(store, env), await migrateFrom(store, env)];
    expect(to).toMatchObject({ code: 1, stdout: '', stderr: oneLine('is not empty \\(accounts: 7, ') });
    expect(to.stderr).not.toContain('hush');
    expect(from).toMatchObject({ code: 1, stdout: '', stderr: oneLine('is not empty \\(accounts: 7\\)') });
    expect(await accountsIn(store)).toBe(7);
  });

  it('refuses a source without accounts', async () => {
    const [store, TIERPRESS_DATA_DIR] = [await engine.newDatabase(), await newFolder()];
    const refusal = { code: 1, stderr: oneLine('holds no accounts') };
    expect(await migrateTo(store, { TIERPRESS_DATA_DIR })).toMatchObject(refusal);
    await writeFile(join(TIERPRESS_DATA_DIR, 'secret'), 'a1'.repeat(32));
    expect(await migrateFrom(store, { TIERPRESS_DATA_DIR })).toMatchObject(refusal);
  });

  it('refuses to copy what a running service uses', async () => {
    const [store, folder] = [await engine.newDatabase(), await newFolder(used.dataDir)];
    const own = await serve({ TIERPRESS_DATA_DIR: folder });
    const refusal = { code: 1, stdout: '', stderr: oneLine('is in use by a running service') };
    expect(await migrateTo(store, { TIERPRESS_DATA_DIR: folder })).toMatchObject(refusal);
    await own.end('SIGTERM');
    expect(await migrateTo(store, { TIERPRESS_DATA_DIR: folder })).toMatchObject({ code: 0 });

    const secret = { TIERPRESS_SECRET_FILE: join(folder, 'secret') };
    await serve({ TIERPRESS_DATA_DIR: await newFolder(), TIERPRESS_STORE: store, ...secret });
    const home = { TIERPRESS_DATA_DIR: await newFolder(), ...secret };
    expect(await migrateFrom(store, home)).toMatchObject(refusal);
  });

  it('refuses another secret than that of the keys', async () => {
    const [store, folder] = [await engine.newDatabase(), await newFolder()];
    const other = join(folder, 'other');
    await writeFile(other, 'a1'.repeat(32));
    const wrong = { TIERPRESS_SECRET_FILE: other };
    expect(await migrateTo(store, { TIERPRESS_DATA_DIR: used.dataDir, ...wrong })).toMatchObject({
      code: 1,
      stderr: oneLine('is not the one that the keys in keys.json were created with'),
    });
    expect(await migrateTo(store, { TIERPRESS_DATA_DIR: used.dataDir })).toMatchObject({ code: 0 });
    const refusal = { code: 1, stderr: oneLine('is not the secret that the accounts and keys') };
    expect(await migrateFrom(store, { TIERPRESS_DATA_DIR: folder, ...wrong })).toMatchObject(refusal);
    await inDatabase(store, 'truncate tierpress.account, tierpress.api_key');
    const tables =
      'session, tierpress.known_network, tierpress.counter, tierpress.template_day, tierpress.charge';
    await inDatabase(store, `truncate tierpress.${tables}, tierpress.render, tierpress.photo`);
    await inDatabase(store, "update tierpress.service set secret_mark = 'of another'");
    expect(await migrateTo(store, { TIERPRESS_DATA_DIR: used.dataDir })).toMatchObject(refusal);
  });

  it.each(['account', 'session', 'render'])(
    'can be run again after it was killed while it wrote the table %s',
    async (table) => {
      const store = await engine.newDatabase();
      const env = { TIERPRESS_DATA_DIR: await newFolder(used.dataDir) };
      await prepareSchema(readDatabaseAddress(store));
      const release = await holdTable(store, table);
      await killCli(env, () => isWaiting(store), ['migrate', '--to', store]);
      await release();
      expect(await accountsIn(store)).toBe(0);
      expect(await contentOf(env.TIERPRESS_DATA_DIR)).toEqual(await contentOf(used.dataDir));
      expect(await migrateTo(store, env)).toMatchObject({ code: 0 });
      expect(await accountsIn(store)).toBe(7);
    },
  );

  it.each([1, 3])('goes on after it was killed when %s images were copied', async (count) => {
    const [store, { images, client }] = [await engine.newDatabase(), await swift.createBucket()];
    const env = { TIERPRESS_DATA_DIR: used.dataDir };
    await prepareSchema(readDatabaseAddress(store));
    const release = await holdTable(store, 'render');
    const copied = async () => (await client.list(undefined, new AbortController().signal)).objects.length;
    const args = ['migrate', '--to', store, '--images', images];
    await killCli({ ...swift.env, ...env }, async () => (await copied()) >= count, args);
    await release();
    const there = await migrateTo(store, env, images);
    expect(there).toMatchObject({ code: 0 });
    const [, present] = / (\d+) images that were there already/.exec(there.stdout) ?? [];
    expect(Number(present)).toBeGreaterThanOrEqual(count);
    expect(await copied()).toBe(readdirSync(join(used.dataDir, 'images')).length);
  });

  it('copies nothing while S3 is away, and can be run again', async () => {
    const [store, { images }] = [await engine.newDatabase(), await swift.createBucket()];
    const env = { TIERPRESS_DATA_DIR: used.dataDir };
    await swift.kill();
    const away = await migrateTo(store, env, images);
    await swift.start();
    expect(away).toMatchObject({ code: 1, stdout: '', stderr: oneLine('since S3 failed') });
    expect(await accountsIn(store)).toBe(0);
    expect(await migrateTo(store, env, images)).toMatchObject({ code: 0 });
  });

  it.each(['images', 'sessions.json', 'usage.journal', 'renders.journal'])(
    'can be run again after it was killed when %s was in the folder',
    async (name) => {
      const [store, { images }] = [await engine.newDatabase(), await swift.createBucket()];
      expect(await migrateTo(store, { TIERPRESS_DATA_DIR: used.dataDir }, images)).toMatchObject({ code: 0 });
      const folder = await newFolder();
      const env = { TIERPRESS_DATA_DIR: folder, TIERPRESS_SECRET_FILE: join(used.dataDir, 'secret') };
      const args = ['migrate', '--from', store, '--images', images];
      await killCli({ ...swift.env, ...env }, () => existsSync(join(folder, name)), args);
      // It may have been faster than the signal.
      if (!existsSync(join(folder, 'keys.json')))
        expect(await migrateFrom(store, env, images)).toMatchObject({ code: 0 });
      const accounts = async (dataDir: string) =>
        JSON.parse(await readFile(join(dataDir, 'keys.json'), 'utf8'));
      expect(await accounts(folder)).toEqual(await accounts(used.dataDir));
      expect(
        readdirSync(join(folder, 'images'))
          .filter((one) => !one.endsWith('.tmp'))
          .sort(),
      ).toEqual(readdirSync(join(used.dataDir, 'images')).sort());
    },
  );
});
