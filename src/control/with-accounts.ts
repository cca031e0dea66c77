import { FileAccounts, type FileAccountsDeps } from '../store/drivers/file/accounts.ts';
import type { AccountOperations } from '../store/ports.ts';
import { RemoteAccounts } from './client.ts';
import { lockOrFind } from './lock-or-find.ts';

/**
 * Runs a task on the accounts of a data directory: on its files when no process holds the lock, otherwise through the
 * service that holds it.
 *
 * @throws StoreError when the files cannot be trusted, or the process that holds the lock cannot be reached
 */
export async function withAccounts<T>(
  dataDir: string,
  deps: FileAccountsDeps,
  task: (accounts: AccountOperations) => Promise<T>,
): Promise<T> {
  const holder = await lockOrFind(dataDir, deps.now);
  if (typeof holder === 'string') return task(new RemoteAccounts(holder));
  try {
    return await task(await FileAccounts.open(dataDir, deps));
  } finally {
    await holder.release();
  }
}
