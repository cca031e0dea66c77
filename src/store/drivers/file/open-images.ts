import type { Config } from '../../../config/config.ts';
import { every } from '../../../flow/every.ts';
import type { ImageIds } from '../../image-id.ts';
import type { ImageDriver } from '../../ports.ts';
import type { StoreDeps } from '../../store-deps.ts';
import { ImageFolder, type Removal } from './image-folder.ts';
import { openPhotoFolder } from './photo-folder.ts';

const sweepEveryMs = 60 * 60 * 1000;

/** Opens the images in the data directory, and removes expired ones every hour. */
export async function openImageFolder(
  config: Pick<Config, 'dataDir' | 'imageMegabytes'>,
  { logger, metrics, now }: Pick<StoreDeps, 'logger' | 'metrics' | 'now'>,
  ids: ImageIds,
): Promise<ImageDriver> {
  const { dataDir, imageMegabytes } = config;
  const onRemoved = (reason: Removal, count: number) => {
    metrics.images.evicted(reason, count);
    if (reason === 'room')
      logger.error(
        { count, imageMegabytes },
        'pictures removed before their time: the disk space for them is full',
      );
    if (reason === 'damaged')
      logger.error({ count }, 'damaged pictures removed; the same requests draw them again');
  };
  const photos = await openPhotoFolder(dataDir);
  const images = await ImageFolder.open(dataDir, {
    ids,
    now,
    maxBytes: imageMegabytes * 1024 * 1024,
    onRemoved,
  });
  const logUnswept = (err: unknown) => logger.error({ err }, 'expired pictures could not be removed');
  images.settled().catch(logUnswept);
  const stopSweeping = every(sweepEveryMs, () => images.sweep().catch(logUnswept));
  return {
    images,
    photos,
    has: (fileName) => images.has(fileName),
    async close() {
      stopSweeping();
      await images.settled().catch(() => undefined);
    },
  };
}
