import { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { afterAll, describe, vi } from 'vitest';
import { freePort } from '../../../support/engines/free-port.ts';
import { inFull } from '../../../support/runs.ts';
import { describeMainContracts, describePostgresContracts } from './contracts.ts';

// The cost of a hash is not tested here.
vi.mock(import('../../../../src/store/password.ts'), async (importOriginal) => {
  const real = await importOriginal();
  return { ...real, createPasswords: (bytes) => real.createPasswords(bytes, { ln: 4, r: 8, p: 1 }) };
});

const database = await PGlite.create();
const port = await freePort();
const server = new PGLiteSocketServer({ db: database, host: '127.0.0.1', port, maxConnections: 20 });
await server.start();
afterAll(async () => {
  await server.stop();
  await database.close();
});

const emptyTables = `do $$
declare
  names text;
begin
  select string_agg(format('tierpress.%I', tablename), ', ') into names
    from pg_tables where schemaname = 'tierpress' and tablename <> 'migration';
  if names is not null then execute 'truncate ' || names; end if;
end $$`;

const describeContracts = inFull ? describePostgresContracts : describeMainContracts;
// PGlite computes in the thread of this test, so that on a busy machine a statement may exceed its limit.
describe('in the process of a test', { retry: 2 }, () => {
  // There is one database, so it is emptied. Behind its one connection, connections of clients take turns.
  describeContracts('PGlite', async () => {
    await database.exec(emptyTables);
    return `postgres://postgres@127.0.0.1:${port}/postgres?pooler=true`;
  });
});
