import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import type { Metrics } from '../api/http/metrics.ts';
import type { Config } from '../config/config.ts';
import type { OnFlush } from '../files/flush.ts';
import { ImageFolder, type Removal } from '../store/drivers/file/image-folder.ts';
import { KeyStore } from '../store/drivers/file/key-store.ts';
import { RenderRecords } from '../store/drivers/file/render-records.ts';
import { SessionStore } from '../store/drivers/file/session-store.ts';
import { UsageStore } from '../store/drivers/file/usage-store.ts';
import { imageIds } from '../store/image-id.ts';

const hourMs = 60 * 60 * 1000;
const sweepEveryMs = hourMs;

/** Everything the service keeps on disk, open. */
export interface Stores {
  readonly keys: KeyStore;
  readonly sessions: SessionStore;
  readonly usage: UsageStore;
  readonly records: RenderRecords;
  readonly images: ImageFolder;
  /** Writes everything that is not written yet. */
  close(): Promise<void>;
}

export interface StoreWatchers {
  readonly logger: Logger;
  readonly metrics: Pick<Metrics, 'store' | 'images' | 'quota'>;
  readonly now: () => Date;
}

/**
 * Opens the stores of a data directory, whose lock the caller holds.
 *
 * @throws StoreRefusal when accounts and keys cannot be trusted
 */
export async function openStores(config: Config, { logger, metrics, now }: StoreWatchers): Promise<Stores> {
  const { dataDir } = config;
  const onFlush: OnFlush = (flush) => {
    metrics.store.flushed(flush);
    if (flush.error !== undefined)
      logger.error({ err: flush.error, store: flush.store }, 'store not written');
  };
  const onRemoved = (reason: Removal, count: number) => {
    metrics.images.evicted(reason, count);
    const line = { count, imageMegabytes: config.imageMegabytes };
    if (reason === 'room')
      logger.error(line, 'pictures removed before their time: the disk space for them is full');
  };
  const warn = (message: string) => logger.warn(message);
  const deps = { now, randomBytes, onFlush, warn };

  const keys = await KeyStore.open(dataDir, deps);
  const images = await ImageFolder.open(dataDir, {
    ids: imageIds(keys.secret.derive('image ids'), randomBytes),
    now,
    maxBytes: config.imageMegabytes * 1024 * 1024,
    onRemoved,
  });
  const [sessions, { usage, problem: usageProblem }, { records, problem: recordsProblem }] =
    await Promise.all([
      SessionStore.open(dataDir, deps),
      UsageStore.open(dataDir, {
        now,
        quotaOf: (plan) => config.plans[plan],
        onRefused: metrics.quota.refused,
        onFlush,
      }),
      RenderRecords.open(dataDir, {
        now,
        windowMs: config.cacheHours * hourMs,
        hasImage: (name) => images.has(name),
        onFlush,
      }),
    ]);
  if (usageProblem !== undefined) warn(`usage.journal: ${usageProblem}`);
  if (recordsProblem !== undefined) warn(`renders.journal: ${recordsProblem}`);
  const unswept = (err: unknown) => logger.error({ err }, 'expired pictures could not be removed');
  images.settled().catch(unswept);
  const timer = setInterval(() => void images.sweep().catch(unswept), sweepEveryMs);
  timer.unref();
  return {
    keys,
    sessions,
    usage,
    records,
    images,
    async close() {
      clearInterval(timer);
      await images.settled().catch(() => undefined);
      const closed = await Promise.allSettled([
        keys.close(),
        sessions.close(),
        usage.close(),
        records.close(),
      ]);
      for (const result of closed) {
        if (result.status === 'rejected')
          logger.error({ err: result.reason }, 'not everything could be written');
      }
    },
  };
}
