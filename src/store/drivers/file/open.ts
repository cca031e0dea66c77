import { randomBytes } from 'node:crypto';
import type { Config } from '../../../config/config.ts';
import type { OnFlush } from '../../../files/flush.ts';
import { type ImageIds, imageIds } from '../../image-id.ts';
import type { ImageDriver, Stores } from '../../ports.ts';
import type { StoreDeps } from '../../store-deps.ts';
import { UploadedPhotoStore } from '../../uploaded-photos.ts';
import { createLoginThrottle } from '../memory/login-throttle.ts';
import { unchargedWorkInMemory } from '../memory/uncharged-work.ts';
import { FileAccounts } from './accounts.ts';
import { fileFirstStart } from './first-start.ts';
import { fileLedger } from './ledger.ts';
import { FilePhotoRecords } from './photo-records.ts';
import { FileRenderIndex } from './render-index.ts';
import { FileSessions } from './sessions.ts';
import { FileUsage } from './usage.ts';

const hourMs = 60 * 60 * 1000;

/**
 * Opens the stores of one process in one data directory: everything in memory, everything in files. The caller holds
 * the directory's lock.
 *
 * @param openImages opens the images, whose names are signed with the directory's secret
 * @throws StoreError when accounts and keys cannot be trusted
 */
export async function openFileStores(
  config: Config,
  { logger, metrics, now }: StoreDeps,
  openImages: (ids: ImageIds) => Promise<ImageDriver>,
): Promise<Stores> {
  const { dataDir } = config;
  const onFlush: OnFlush = (flush) => {
    metrics.store.flushed(flush);
    if (flush.error !== undefined)
      logger.error({ err: flush.error, store: flush.store }, 'store not written');
  };
  const warn = (message: string) => logger.warn(message);
  const deps = { now, randomBytes, onFlush, warn, secretFile: config.secretFile };

  const accounts = await FileAccounts.open(dataDir, deps);
  const images = await openImages(imageIds(accounts.secret.derive('image ids'), randomBytes));
  const [sessions, usage, index, photoRecords] = await Promise.all([
    FileSessions.open(dataDir, { ...deps, networkKey: accounts.secret.derive('login networks') }),
    FileUsage.open(dataDir, {
      ...deps,
      quotaOf: (plan) => config.plans[plan],
      onRefused: metrics.quota.refused,
    }),
    FileRenderIndex.open(dataDir, {
      ...deps,
      windowMs: config.cacheHours * hourMs,
      hasImage: (name) => images.has(name),
    }),
    FilePhotoRecords.open(dataDir, deps),
  ]);
  const photos = new UploadedPhotoStore({
    records: photoRecords,
    bytes: images.photos,
    secret: accounts.secret,
    randomBytes,
    now,
    limits: config,
    onProblem: (err) => logger.error({ err }, 'uploaded photos could not be removed'),
  });
  // No other process uploads.
  void photos.sweep(0);
  const unchargedWork = unchargedWorkInMemory(config, now);
  return {
    accounts,
    sessions,
    throttle: createLoginThrottle(),
    firstStart: fileFirstStart(dataDir, () => !accounts.isEmpty),
    ledger: fileLedger(usage, index, unchargedWork, config),
    images: images.images,
    photos,
    usage,
    templateUse: usage,
    unchargedWork,
    deriveKey: accounts.secret.derive,
    async close() {
      await photos.close();
      await images.close();
      const closed = await Promise.allSettled(
        [accounts, sessions, usage, index, photoRecords].map((store) => store.close()),
      );
      for (const result of closed) {
        if (result.status === 'rejected')
          logger.error({ err: result.reason }, 'not everything could be written');
      }
    },
  };
}
