import { isVisitor } from '../../../model/visitor.ts';
import type { UnchargedWork } from '../../../render/ports.ts';
import { chargeOnce } from '../../charge.ts';
import {
  allowedUploads,
  tooManyPhotos,
  tooManyUploads,
  type UnchargedLimits,
} from '../../uncharged-limits.ts';
import type { CounterIds } from './counters.ts';
import type { Database, DatabaseClock } from './database.ts';

export interface PostgresUnchargedOptions {
  readonly database: Database;
  readonly ids: CounterIds;
  readonly limits: UnchargedLimits;
  readonly at: DatabaseClock;
}

/** Counts downloads and uploads for all replicas. */
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
    async countUpload(accountId) {
      const id = ids.of(accountId);
      const [row] = await database.query<{ waitMs: number; countedAt: number }>(
        'select * from tierpress.count_upload($1, $2, $3)',
        [id, allowedUploads(accountId, limits), at()],
      );
      if (row === undefined) throw new Error('count_upload returned no row');
      if (row.waitMs > 0) throw tooManyUploads(Math.ceil(row.waitMs / 1000));
      return chargeOnce(() =>
        database.attempt("select tierpress.uncount('upload', $1, $2, tierpress.time_of($3))", [
          id,
          row.countedAt,
          at(),
        ]),
      );
    },
  };
}
