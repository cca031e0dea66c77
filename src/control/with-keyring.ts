import { setTimeout as wait } from 'node:timers/promises';
import { announcedAddress, lockFolder } from '../files/folder-lock.ts';
import { KeyStore, type KeyStoreDeps } from '../store/drivers/file/key-store.ts';
import type { Keyring } from '../store/ports.ts';
import { StoreRefusal } from '../store/refusal.ts';
import { isReachable, RemoteKeyring } from './client.ts';

/** A service that starts or another command that runs holds the lock for a moment; longer is worth a message. */
const patienceMs = 10_000;
const retryMs = 50;

/**
 * Runs a task on the accounts and keys of a data directory: on the files when nobody else has them, else through the
 * service that has.
 *
 * @throws StoreRefusal when the files cannot be trusted, or are held by a process that cannot be reached
 */
export async function withKeyring<T>(
  dataDir: string,
  deps: KeyStoreDeps,
  task: (keyring: Keyring) => Promise<T>,
): Promise<T> {
  const giveUpAt = deps.now().getTime() + patienceMs;
  for (;;) {
    const lock = await lockFolder(dataDir);
    if (lock !== undefined) {
      try {
        const store = await KeyStore.open(dataDir, deps);
        return await task(store);
      } finally {
        await lock.release();
      }
    }
    const address = await announcedAddress(dataDir);
    if (address !== undefined && (await isReachable(address))) return task(new RemoteKeyring(address));
    if (deps.now().getTime() > giveUpAt) {
      throw new StoreRefusal(
        dataDir,
        'is in use by a process that does not answer',
        'Stop that process, or wait until it has started.',
      );
    }
    await wait(retryMs);
  }
}
