import { randomBytes, randomUUID } from 'node:crypto';
import type { Config } from '../../../config/config.ts';
import { Failure } from '../../../model/failure.ts';
import { type ImageIds, imageIds } from '../../image-id.ts';
import type { ImageDriver, Stores } from '../../ports.ts';
import type { StoreDeps } from '../../store-deps.ts';
import { UploadedPhotoStore } from '../../uploaded-photos.ts';
import { PostgresAccounts } from './accounts.ts';
import { counterIds } from './counters.ts';
import type { Database } from './database.ts';
import { Doubts } from './doubts.ts';
import { KeyUse } from './key-use.ts';
import { postgresLedger } from './ledger.ts';
import { postgresLoginThrottle } from './login-throttle.ts';
import { openDatabase } from './open-database.ts';
import { PostgresPhotoRecords } from './photo-records.ts';
import { forgetImage } from './render-index.ts';
import { PostgresSessions } from './sessions.ts';
import { sweepRegularly } from './sweep.ts';
import { postgresUnchargedWork } from './uncharged-work.ts';
import { PostgresUsage } from './usage.ts';

export interface PostgresStoreDeps extends StoreDeps {
  /** Absent: the database has its own clock. */
  readonly databaseNow?: () => Date;
}

/**
 * Opens the stores that all replicas of a service share, and brings the schema of their database up to date.
 *
 * @throws ConfigError for an invalid address; StoreError when the database cannot be used, or belongs to another secret
 */
export async function openPostgresStores(
  config: Config,
  deps: PostgresStoreDeps,
  openImages: (ids: ImageIds) => Promise<ImageDriver>,
): Promise<Stores> {
  const { logger, metrics, now } = deps;
  const at = () => deps.databaseNow?.().getTime() ?? null;
  const { database, secret } = await openDatabase(config, {
    onAvailable(isAvailable, err) {
      metrics.store.available('postgres', isAvailable);
      if (isAvailable) logger.warn('the store answers again');
      else logger.error({ err }, 'the store does not answer');
    },
    onProblem: (err) => logger.error({ err }, 'a statement of the store failed'),
  });
  metrics.store.available('postgres', true);
  const holder = randomUUID();
  const doubts = new Doubts(database, holder, at);
  try {
    const driver = await openImages(imageIds(secret.derive('image ids'), randomBytes));
    const ids = counterIds(secret, now);
    const keyUse = new KeyUse(database, now);
    const usage = await PostgresUsage.open({ database, ids, keyUse, at });
    const sweeping = sweepRegularly(database, at, (err) =>
      logger.warn({ err }, 'old counts could not be removed'),
    );
    const photos = new UploadedPhotoStore({
      records: new PostgresPhotoRecords(database),
      bytes: driver.photos,
      secret,
      randomBytes,
      now,
      limits: config,
      onProblem: (err) => logger.warn({ err }, 'uploaded photos could not be removed'),
    });
    return {
      accounts: new PostgresAccounts({ database, secret, now, randomBytes }),
      sessions: new PostgresSessions({
        database,
        now,
        randomBytes,
        networkKey: secret.derive('login networks'),
      }),
      throttle: postgresLoginThrottle({ database, key: secret.derive('login throttle'), at }),
      // The owner of shared stores is created by the command line.
      firstStart: { isDue: async () => false, begin: async () => undefined, finish: async () => undefined },
      ledger: postgresLedger({
        database,
        ids,
        doubts,
        keyUse,
        holder,
        config,
        at,
        onRefused: metrics.quota.refused,
      }),
      images: forgettingGone(driver.images, database),
      photos,
      usage,
      templateUse: usage,
      unchargedWork: postgresUnchargedWork({ database, ids, limits: config, at }),
      deriveKey: secret.derive,
      async close() {
        sweeping.stop();
        usage.close();
        await photos.close();
        await driver.close();
        await keyUse.write();
        await doubts.retry();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Makes the cache forget an image that turns out to be gone, so that the same request draws it again. */
function forgettingGone(images: Stores['images'], database: Database): Stores['images'] {
  return {
    get bytes() {
      return images.bytes;
    },
    save: (...image) => images.save(...image),
    async open(fileName, ...rest) {
      try {
        return await images.open(fileName, ...rest);
      } catch (error) {
        if (error instanceof Failure && error.code === 'gone')
          await forgetImage(database, fileName.slice(0, fileName.indexOf('.')));
        throw error;
      }
    },
  };
}
