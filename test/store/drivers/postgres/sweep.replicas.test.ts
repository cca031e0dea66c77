import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDatabaseAddress } from '../../../../src/store/drivers/postgres/address.ts';
import { Database } from '../../../../src/store/drivers/postgres/database.ts';
import { migrate } from '../../../../src/store/drivers/postgres/migrate.ts';
import { sweep } from '../../../../src/store/drivers/postgres/sweep.ts';
import { type PostgresEngine, startPostgres } from '../../../support/engines/postgres.ts';
import { lacks, postgresPrograms } from '../../../support/programs.ts';

const ignore = () => undefined;
const now = Date.parse('2026-01-02T12:00:00.000Z');

describe.skipIf(lacks(...postgresPrograms))('sweeping a database', () => {
  let engine: PostgresEngine;
  let database: Database;
  beforeAll(async () => {
    engine = await startPostgres();
    const address = readDatabaseAddress(await engine.newDatabase());
    await migrate(address);
    database = new Database(address, { onAvailable: ignore, onProblem: ignore });
    await database.connect();
  });
  afterAll(async () => {
    await database?.close();
    await engine?.remove();
  });

  it('removes everything that has ended, however much it is, and nothing else', async () => {
    const fill = `insert into tierpress.charge (id, expires_at)
      select 'charge ' || i, $1::bigint + i from generate_series(-4999, 2) as i`;
    await database.query(fill, [now]);
    await sweep(database, () => now);
    const left = await database.query<{ id: string }>('select id from tierpress.charge order by expires_at');
    expect(left.map(({ id }) => id)).toEqual(['charge 1', 'charge 2']);
  });
});
