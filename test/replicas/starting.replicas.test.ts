import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { packagedData } from '../../src/files/package-files.ts';
import { type Env, runCli, serveCli } from '../support/cli.ts';
import { type PostgresEngine, startPostgres } from '../support/engines/postgres.ts';
import { endsWithParent } from '../support/engines/processes.ts';
import { lacks, postgresPrograms } from '../support/programs.ts';

describe.skipIf(lacks(...postgresPrograms))('a replica that starts', () => {
  let engine: PostgresEngine;
  let folder: string;
  let files = 0;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tierpress-starting-'));
    engine = await startPostgres();
  });
  afterAll(async () => {
    await engine?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  function secretFile(): string {
    const path = join(folder, `secret-${++files}`);
    writeFileSync(path, randomBytes(32).toString('hex'));
    return path;
  }

  const envOf = (store: string, secret: string): Env => ({
    TIERPRESS_DATA_DIR: mkdtempSync(join(folder, 'data-')),
    TIERPRESS_STORE: store,
    TIERPRESS_SECRET_FILE: secret,
    TIERPRESS_LOG_LEVEL: 'silent',
  });

  async function serve(env: Env): Promise<void> {
    const serving = await serveCli(env, endsWithParent);
    onTestFinished(async () => void (await serving.end('SIGKILL')));
  }

  async function migrations(store: string): Promise<number[]> {
    const sql = postgres(store, { max: 1 });
    const rows = await sql<{ number: number }[]>`select number from tierpress.migration order by number`;
    await sql.end();
    return rows.map(({ number }) => number);
  }

  it('refuses another secret than that of the database, in one line', async () => {
    const store = await engine.newDatabase();
    await runCli(['users', 'add', 'ann@example.org'], envOf(store, secretFile()));
    const { code, stdout, stderr } = await runCli(['serve'], envOf(store, secretFile()));
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^tierpress: TIERPRESS_SECRET_FILE: is not the secret that .+\n$/);
  });

  it('refuses to start without the file of the secret, and does not create it', async () => {
    const missing = join(folder, 'missing');
    const { code, stderr } = await runCli(['serve'], envOf(await engine.newDatabase(), missing));
    expect(code).toBe(1);
    expect(stderr).toMatch(/^tierpress: .+missing: is missing.+\n$/);
    expect(readdirSync(folder)).not.toContain('missing');
  });

  it('brings an empty database up to date once, also when another starts at the same moment', async () => {
    const [store, secret] = [await engine.newDatabase(), secretFile()];
    await Promise.all([serve(envOf(store, secret)), serve(envOf(store, secret))]);
    const schemas = readdirSync(packagedData.schemaDir);
    expect(await migrations(store)).toEqual(schemas.map((_, index) => index + 1));
  });

  it('refuses a database of a later version, and changes nothing', async () => {
    const [store, secret] = [await engine.newDatabase(), secretFile()];
    await runCli(['users', 'add', 'ann@example.org'], envOf(store, secret));
    const sql = postgres(store, { max: 1 });
    await sql`insert into tierpress.migration (number) values (1000)`;
    await sql.end();
    const before = await migrations(store);
    const { code, stderr } = await runCli(['serve'], envOf(store, secret));
    expect(code).toBe(1);
    expect(stderr).toMatch(/^tierpress: TIERPRESS_STORE: the database has version 1000 .+\n$/);
    expect(await migrations(store)).toEqual(before);
  });

  it('refuses a database that cannot be reached, in one line', async () => {
    const { code, stderr } = await runCli(
      ['serve'],
      envOf('postgres://nobody@127.0.0.1:1/nothing', secretFile()),
    );
    expect(code).toBe(1);
    expect(stderr).toMatch(/^tierpress: TIERPRESS_STORE: the database cannot be used .+\n$/);
  });
});
