import { allowances, exhausted } from '../../../model/quota.ts';
import { isVisitor } from '../../../model/visitor.ts';
import type { UnchargedWork } from '../../../render/ports.ts';
import { chargeOnce } from '../../charge.ts';
import {
  allowedFailures,
  type FailureLimits,
  tooManyFailures,
  tooManyPhotos,
} from '../../uncharged-limits.ts';
import type { CounterIds, CounterRow } from './counters.ts';
import type { Database, DatabaseClock } from './database.ts';

export interface PostgresUnchargedOptions {
  readonly database: Database;
  readonly ids: CounterIds;
  readonly limits: FailureLimits;
  readonly at: DatabaseClock;
}

/** Counts failed work for all replicas. */
export function postgresUnchargedWork({
  database,
  ids,
  limits,
  at,
}: PostgresUnchargedOptions): UnchargedWork {
  return {
    async reserveFailure(caller) {
      const quota = allowedFailures(caller, limits);
      const id = ids.of(caller.accountId);
      const [row] = await database.query<CounterRow & { refused: boolean }>(
        'select * from tierpress.reserve_failure($1, $2, $3, $4)',
        [id, quota.minute, quota.day, at()],
      );
      if (row === undefined) throw new Error('reserve_failure returned no row');
      const used = row.refused ? exhausted(allowances(row, quota, row.time)) : undefined;
      if (used !== undefined) throw tooManyFailures(used.resetIn);
      const text = 'select tierpress.give_back_failure($1, $2, $3, $4)';
      return chargeOnce(() => database.attempt(text, [id, row.minuteStart, row.dayNumber, at()]));
    },
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
