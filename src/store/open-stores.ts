import type { Config } from '../config/config.ts';
import { openFileStores } from './drivers/file/open.ts';
import { openImageFolder } from './drivers/file/open-images.ts';
import type { ImageIds } from './image-id.ts';
import type { ImageDriver, Stores } from './ports.ts';
import type { StoreDeps } from './store-deps.ts';

/**
 * Opens everything the service stores. The caller holds the lock of the data directory. A driver other than that of
 * files is loaded only when it is chosen.
 *
 * @throws StoreError when accounts and keys cannot be trusted, or their database cannot be used
 */
export async function openStores(config: Config, deps: StoreDeps): Promise<Stores> {
  const openImagesHere = (ids: ImageIds) => openImages(config, deps, ids);
  if (config.store === 'file:') return openFileStores(config, deps, openImagesHere);
  const { openPostgresStores } = await import('./drivers/postgres/open.ts');
  return openPostgresStores(config, deps, openImagesHere);
}

async function openImages(config: Config, deps: StoreDeps, ids: ImageIds): Promise<ImageDriver> {
  if (config.images === 'file:') {
    if (config.store !== 'file:')
      deps.logger.warn('images are in the data directory: run one replica only, or store them in S3');
    return openImageFolder(config, deps, ids);
  }
  const { openS3Images } = await import('./drivers/s3/open.ts');
  return openS3Images(config, deps, ids);
}
