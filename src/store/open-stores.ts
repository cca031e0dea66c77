import type { Config } from '../config/config.ts';
import { type FileStoreDeps, openFileStores } from './drivers/file/open.ts';
import { openImageFolder } from './drivers/file/open-images.ts';
import type { ImageIds } from './image-id.ts';
import type { ImageDriver, Stores } from './ports.ts';

/**
 * Opens everything the service stores. The caller holds the lock of the data directory. A driver other than that of
 * files is loaded only when it is chosen.
 *
 * @throws StoreError when accounts and keys cannot be trusted
 */
export function openStores(config: Config, deps: FileStoreDeps): Promise<Stores> {
  return openFileStores(config, deps, (ids) => openImages(config, deps, ids));
}

async function openImages(config: Config, deps: FileStoreDeps, ids: ImageIds): Promise<ImageDriver> {
  if (config.images === 'file:') return openImageFolder(config, deps, ids);
  const { openS3Images } = await import('./drivers/s3/open.ts');
  return openS3Images(config, deps, ids);
}
