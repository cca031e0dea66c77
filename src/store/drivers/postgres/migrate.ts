import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packagedData } from '../../../files/package-files.ts';
import { StoreError } from '../../store-error.ts';
import type { DatabaseAddress } from './address.ts';
import { inTransaction } from './transaction.ts';

/** Identifies the advisory lock of the migrations: `tier` in ASCII. */
const lockId = 0x74_69_65_72;

/**
 * Brings the schema of a database up to date, once however many replicas start. Numbered files in `data/schema/` are
 * applied in order, all in one transaction.
 *
 * @throws StoreError when the schema is of a later version, or the database cannot be reached
 */
export async function migrate(address: DatabaseAddress): Promise<void> {
  const files = (await readdir(packagedData.schemaDir)).filter((name) => /^\d{4}-.*\.sql$/.test(name)).sort();
  await inTransaction(address, async (query) => {
    await query(`select pg_advisory_xact_lock(${lockId})`);
    await query('create schema if not exists tierpress');
    await query(
      'create table if not exists tierpress.migration (number integer primary key, applied_at timestamptz not null default now())',
    );
    const [row] = await query<{ last: number }>(
      'select coalesce(max(number), 0) as last from tierpress.migration',
    );
    const last = row?.last ?? 0;
    if (last > files.length) {
      throw new StoreError(
        'TIERPRESS_STORE',
        `the database has version ${last} of the schema, and this tierpress knows ${files.length}`,
        'Start a tierpress that is at least as new as the others.',
      );
    }
    for (const [index, file] of files.entries()) {
      if (index < last) continue;
      await query(await readFile(join(packagedData.schemaDir, file), 'utf8'));
      await query('insert into tierpress.migration (number) values ($1)', [index + 1]);
    }
  });
}
