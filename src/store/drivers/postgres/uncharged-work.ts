import { isVisitor } from '../../../model/visitor.ts';
import type { UnchargedWork } from '../../../render/ports.ts';
import { type FailureLimits, tooManyPhotos } from '../../uncharged-limits.ts';
import type { CounterIds } from './counters.ts';
import type { Database, DatabaseClock } from './database.ts';

export interface PostgresUnchargedOptions {
  readonly database: Database;
  readonly ids: CounterIds;
  readonly limits: FailureLimits;
  readonly at: DatabaseClock;
}

/** Counts downloads for all replicas. */
export function postgresUnchargedWork({
  database,
  ids,
  limits,
  at,
}: PostgresUnchargedOptions): UnchargedWork {
  return {
    async countDownloads(accountId, photos) {
      if (!isVisitor(accountId) || photos === 0) return;
      const [row] = await database.query<{ waitMs: number }>(
        'select tierpress.count_photos($1, $2, $3, $4) as "waitMs"',
        [ids.of(accountId), photos, limits.visitorPhotosHour, at()],
      );
      if (row !== undefined && row.waitMs > 0) throw tooManyPhotos(Math.ceil(row.waitMs / 1000));
    },
  };
}
