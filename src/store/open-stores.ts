import type { Config } from '../config/config.ts';
import { type FileStoreDeps, openFileStores } from './drivers/file/open.ts';
import type { Stores } from './ports.ts';

/**
 * Opens everything the service stores. The caller holds the lock of the data directory.
 *
 * @throws StoreError when accounts and keys cannot be trusted
 */
export function openStores(config: Config, deps: FileStoreDeps): Promise<Stores> {
  return openFileStores(config, deps);
}
