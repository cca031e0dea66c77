import { readSharedSecret, type Secret } from '../../secret.ts';
import { StoreError } from '../../store-error.ts';
import { PostgresAccounts, type PostgresAccountsDeps } from './accounts.ts';
import { readDatabaseAddress } from './address.ts';
import { Database, type DatabaseOptions } from './database.ts';
import { migrate } from './migrate.ts';

/** The settings of these names. */
export interface SharedStorePlace {
  readonly store: string;
  readonly secretFile: string;
}

/**
 * Connects to the database of a service, and brings its schema up to date.
 *
 * @throws ConfigError for an invalid address; StoreError when the database cannot be used, or belongs to another secret
 */
export async function openDatabase(
  { store, secretFile }: SharedStorePlace,
  options: DatabaseOptions,
): Promise<{ readonly database: Database; readonly secret: Secret }> {
  const secret = await readSharedSecret(secretFile);
  const address = readDatabaseAddress(store);
  await migrate(address);
  const database = new Database(address, options);
  try {
    await database.connect();
    await checkSecret(database, secret);
  } catch (error) {
    await database.close();
    throw error;
  }
  return { database, secret };
}

const ignore = () => undefined;

/** Runs a task on the accounts in a database. @throws as `openDatabase`, or what the task throws */
export async function withPostgresAccounts<T>(
  place: SharedStorePlace,
  deps: Pick<PostgresAccountsDeps, 'now' | 'randomBytes'>,
  task: (accounts: PostgresAccounts) => Promise<T>,
): Promise<T> {
  const { database, secret } = await openDatabase(place, { onAvailable: ignore, onProblem: ignore });
  try {
    return await task(new PostgresAccounts({ ...deps, database, secret }));
  } finally {
    await database.close();
  }
}

/** @throws StoreError when the keys of this database were hashed with another secret */
async function checkSecret(database: Database, secret: Secret): Promise<void> {
  // In two statements, because one that waits for another replica's row doesn't see it.
  await database.change('insert into tierpress.service (secret_mark) values ($1) on conflict do nothing', [
    secret.mark,
  ]);
  const [row] = await database.query<{ mark: string }>('select secret_mark as mark from tierpress.service');
  if (row?.mark !== secret.mark) throw wrongSecret();
}

/** Creates the error of a database whose keys were hashed with another secret. */
export function wrongSecret(): StoreError {
  return new StoreError(
    'TIERPRESS_SECRET_FILE',
    'is not the secret that the accounts and keys in the database belong to',
    'Give every replica the same file.',
  );
}
