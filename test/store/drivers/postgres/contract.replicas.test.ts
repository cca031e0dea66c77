import { afterAll, beforeAll, describe, vi } from 'vitest';
import { type PostgresEngine, startPostgres } from '../../../support/engines/postgres.ts';
import { lacks, postgresPrograms } from '../../../support/programs.ts';
import { describePostgresContracts } from './contracts.ts';

// The cost of a hash is not tested here.
vi.mock(import('../../../../src/store/password.ts'), async (importOriginal) => {
  const real = await importOriginal();
  return { ...real, createPasswords: (bytes) => real.createPasswords(bytes, { ln: 4, r: 8, p: 1 }) };
});

describe.skipIf(lacks(...postgresPrograms))('with PostgreSQL', () => {
  let engine: PostgresEngine;
  beforeAll(async () => {
    engine = await startPostgres();
  });
  afterAll(() => engine?.remove());

  describePostgresContracts('PostgreSQL', () => engine.newDatabase());
});
