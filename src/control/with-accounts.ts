import { FileAccounts, type FileAccountsDeps } from '../store/drivers/file/accounts.ts';
import type { AccountOperations } from '../store/ports.ts';
import { RemoteAccounts } from './client.ts';
import { lockOrFind } from './lock-or-find.ts';

/** Where accounts are stored: the settings of these names. */
export interface AccountsPlace {
  readonly dataDir: string;
  /** `file:`, or the address of a database. */
  readonly store: string;
  readonly secretFile: string;
}

/**
 * Runs a task on the accounts of a service: in their database if they have one, otherwise on the files of the data
 * directory when no process holds its lock, or through the service that holds it.
 *
 * @throws StoreError when the store cannot be trusted or used, or the process that holds the lock cannot be reached
 */
export async function withAccounts<T>(
  { dataDir, store, secretFile }: AccountsPlace,
  deps: FileAccountsDeps,
  task: (accounts: AccountOperations) => Promise<T>,
): Promise<T> {
  if (store !== 'file:') {
    const { withPostgresAccounts } = await import('../store/drivers/postgres/open-database.ts');
    return withPostgresAccounts({ store, secretFile }, deps, task);
  }
  const holder = await lockOrFind(dataDir, deps.now);
  if (typeof holder === 'string') return task(new RemoteAccounts(holder));
  try {
    return await task(await FileAccounts.open(dataDir, { ...deps, secretFile }));
  } finally {
    await holder.release();
  }
}
