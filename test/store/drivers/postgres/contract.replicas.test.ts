import { afterAll, vi } from 'vitest';
import { startPostgres } from '../../../support/engines/postgres.ts';
import { describePostgresContracts } from './contracts.ts';

// The cost of a hash is not tested here.
vi.mock(import('../../../../src/store/password.ts'), async (importOriginal) => {
  const real = await importOriginal();
  return { ...real, createPasswords: (bytes) => real.createPasswords(bytes, { ln: 4, r: 8, p: 1 }) };
});

const engine = await startPostgres();
afterAll(() => engine.remove());

describePostgresContracts('PostgreSQL', () => engine.newDatabase());
