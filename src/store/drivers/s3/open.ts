import type { Config } from '../../../config/config.ts';
import { readS3Address } from '../../../config/s3-address.ts';
import { every } from '../../../flow/every.ts';
import type { ImageIds } from '../../image-id.ts';
import type { ImageDriver } from '../../ports.ts';
import type { StoreDeps } from '../../store-deps.ts';
import { S3Client } from './client.ts';
import { createGuard } from './guard.ts';
import { S3Images } from './images.ts';
import { s3Photos } from './photos.ts';
import { sweepImages } from './sweep.ts';

const sweepEveryMs = 60 * 60 * 1000;

/**
 * Opens the images in an S3 bucket, and deletes expired ones every hour. Does not wait for S3, which may be away.
 *
 * @throws Error for a configuration without credentials
 */
export async function openS3Images(
  config: Pick<Config, 'images' | 's3Credentials'>,
  { logger, metrics, now }: StoreDeps,
  ids: ImageIds,
): Promise<ImageDriver> {
  const address = readS3Address(config.images);
  if ('problem' in address || config.s3Credentials === undefined)
    throw new Error('the configuration was not checked');
  const client = new S3Client(address, config.s3Credentials);
  const failing = new Set<string>();
  const guard = (calls: 'read' | 'write') =>
    createGuard((code) => {
      if (code === undefined) {
        failing.delete(calls);
        logger.warn({ calls }, 'S3 answers again');
      } else {
        failing.add(calls);
        logger.error({ calls, code }, 'S3 fails; until it answers again, pictures cannot be saved or read');
      }
      metrics.store.available('s3', failing.size === 0);
    });
  metrics.store.available('s3', true);
  const guards = { read: guard('read'), write: guard('write') };
  const images = new S3Images({
    client,
    ids,
    now,
    guards,
    onDamaged() {
      metrics.images.evicted('damaged', 1);
      logger.error({ count: 1 }, 'damaged pictures removed; the same requests draw them again');
    },
  });
  const closing = new AbortController();
  const sweep = async () => {
    try {
      const { bytes, removed } = await sweepImages(client, ids, now(), closing.signal);
      images.bytes = bytes;
      if (removed > 0) metrics.images.evicted('expired', removed);
    } catch (err) {
      if (!closing.signal.aborted) logger.error({ err }, 'expired pictures could not be removed');
    }
  };
  let sweeping = sweep();
  const stopSweeping = every(sweepEveryMs, () => {
    sweeping = sweeping.then(sweep);
  });
  return {
    images,
    photos: s3Photos(client, guards),
    has: (fileName) => images.has(fileName),
    async close() {
      stopSweeping();
      closing.abort();
      await sweeping;
    },
  };
}
