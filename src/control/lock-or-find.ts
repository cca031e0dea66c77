import { setTimeout as wait } from 'node:timers/promises';
import { announcedAddress, type FolderLock, lockFolder } from '../files/folder-lock.ts';
import { StoreError } from '../store/store-error.ts';
import { isReachable } from './client.ts';
import { removeLeftSocket } from './server.ts';

/** A service that is starting, or a command, holds the lock only for a moment. */
const giveUpAfterMs = 10_000;
const retryMs = 50;

/**
 * Locks a data directory, or finds the service that holds it. Waits for a process that is about to release the lock or
 * to announce its socket.
 *
 * @returns the lock, or the address of the control socket
 * @throws StoreError when the process that holds the lock does neither
 */
export async function lockOrFind(dataDir: string, now: () => Date): Promise<FolderLock | string> {
  const giveUpAt = now().getTime() + giveUpAfterMs;
  for (;;) {
    const lock = await lockFolder(dataDir);
    if (lock !== undefined) {
      await removeLeftSocket(lock.leftAddress);
      return lock;
    }
    const address = await announcedAddress(dataDir);
    if (address !== undefined && (await isReachable(address))) return address;
    if (now().getTime() > giveUpAt) {
      throw new StoreError(
        dataDir,
        'is in use by a process that does not answer',
        'Stop that process, or wait until it has started.',
      );
    }
    await wait(retryMs);
  }
}
