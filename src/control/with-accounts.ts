import { setTimeout as wait } from 'node:timers/promises';
import { announcedAddress, lockFolder } from '../files/folder-lock.ts';
import { FileAccounts, type FileAccountsDeps } from '../store/drivers/file/accounts.ts';
import type { AccountOperations } from '../store/ports.ts';
import { StoreError } from '../store/store-error.ts';
import { isReachable, RemoteAccounts } from './client.ts';

/** A service that is starting, or another command, holds the lock only for a moment. */
const giveUpAfterMs = 10_000;
const retryMs = 50;

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
  const giveUpAt = deps.now().getTime() + giveUpAfterMs;
  for (;;) {
    const lock = await lockFolder(dataDir);
    if (lock !== undefined) {
      try {
        return await task(await FileAccounts.open(dataDir, deps));
      } finally {
        await lock.release();
      }
    }
    const address = await announcedAddress(dataDir);
    if (address !== undefined && (await isReachable(address))) return task(new RemoteAccounts(address));
    if (deps.now().getTime() > giveUpAt) {
      throw new StoreError(
        dataDir,
        'is in use by a process that does not answer',
        'Stop that process, or wait until it has started.',
      );
    }
    await wait(retryMs);
  }
}
