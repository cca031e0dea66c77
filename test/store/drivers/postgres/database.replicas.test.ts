import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDatabaseAddress } from '../../../../src/store/drivers/postgres/address.ts';
import { Database } from '../../../../src/store/drivers/postgres/database.ts';
import { type PostgresEngine, startPostgres } from '../../../support/engines/postgres.ts';
import { lacks, postgresPrograms } from '../../../support/programs.ts';

describe.skipIf(lacks(...postgresPrograms))('a statement', () => {
  let engine: PostgresEngine;
  let database: Database;
  beforeAll(async () => {
    engine = await startPostgres();
    const address = readDatabaseAddress(await engine.newDatabase());
    database = new Database(address, { onAvailable: () => undefined, onProblem: () => undefined });
    await database.connect();
  });
  afterAll(async () => {
    await database?.close();
    await engine?.remove();
  });

  it('does not fail because the process was busy for longer than it may take', async () => {
    const answers = [database.query('select 1 as one'), database.query('select 2 as two')];
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600);
    expect(await Promise.all(answers)).toMatchObject([[{ one: 1 }], [{ two: 2 }]]);
  });

  it('fails when the database takes longer', async () => {
    await expect(database.query('select pg_sleep(10)')).rejects.toMatchObject({
      code: 'databaseUnavailable',
      retryAfter: 2,
    });
  });
});
