import { lockOrFind } from '../control/lock-or-find.ts';
import { type ControlServer, startControlServer } from '../control/server.ts';
import type { FolderLock } from '../files/folder-lock.ts';
import type { AccountOperations } from '../store/ports.ts';
import { StoreError } from '../store/store-error.ts';
import { deps } from './system.ts';

/**
 * Locks the data directory for this process. Waits for a command that holds the lock.
 *
 * @throws StoreError when another service holds the lock
 */
export async function lockDataFolder(dataDir: string): Promise<FolderLock> {
  const holder = await lockOrFind(dataDir, deps.now);
  if (typeof holder !== 'string') return holder;
  throw new StoreError(
    dataDir,
    'is in use by another tierpress',
    'Stop that one first, or give this one a folder of its own with TIERPRESS_DATA_DIR.',
  );
}

/** Starts the socket through which the command line reaches this service, and writes its address into the lock. */
export async function startControl(
  dataDir: string,
  accounts: AccountOperations,
  lock: FolderLock,
): Promise<ControlServer> {
  const control = await startControlServer(dataDir, accounts);
  await lock.announce(control.address);
  return control;
}
