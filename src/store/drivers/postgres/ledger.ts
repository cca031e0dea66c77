import type { Config } from '../../../config/config.ts';
import { Failure } from '../../../model/failure.ts';
import { keyOfAnotherRequest } from '../../../model/idempotency-key.ts';
import type { Quota } from '../../../model/plan.ts';
import {
  type Allowance,
  allowances,
  exhausted,
  quotaRefusal,
  type WindowName,
} from '../../../model/quota.ts';
import type { BegunRender, Caller, RenderLedger } from '../../../render/ports.ts';
import { chargeOnce } from '../../charge.ts';
import { allowedFailures, tooManyFailures, type UnchargedLimits } from '../../uncharged-limits.ts';
import { renderBeginner } from './begin-renders.ts';
import type { CounterIds, CounterRow } from './counters.ts';
import type { Database, DatabaseClock } from './database.ts';
import type { Doubts } from './doubts.ts';
import { drawingsOfAllReplicas, holdMs } from './drawings.ts';
import type { KeyUse } from './key-use.ts';
import { type RecordRow, readRecord } from './render-index.ts';

export interface PostgresLedgerOptions {
  readonly database: Database;
  readonly ids: CounterIds;
  readonly doubts: Doubts;
  readonly keyUse: KeyUse;
  /** Names this replica. */
  readonly holder: string;
  readonly config: UnchargedLimits & Pick<Config, 'chargeCached' | 'cacheHours'>;
  readonly at: DatabaseClock;
  readonly onRefused: (window: WindowName) => void;
}

const hourMs = 60 * 60 * 1000;
/** Longer than any image is stored. */
const anyAgeMs = 100 * 365 * 24 * hourMs;

/** Charges and looks up in one call of the database, on its clock. */
export function postgresLedger(options: PostgresLedgerOptions): RenderLedger {
  const { database, ids, doubts, keyUse, holder, config, at } = options;
  const quotaOf = ({ plan, quota }: Pick<Caller, 'plan' | 'quota'>): Quota => quota ?? config.plans[plan];
  const cacheMs = config.cacheHours * hourMs;
  const beginRender = renderBeginner({ database, doubts, config, cacheMs, holder, holdMs, at });
  const drawingOf = drawingsOfAllReplicas({ database, cacheMs, holder, at });

  return {
    async begin(caller, fingerprint, idempotencyKey): Promise<BegunRender> {
      const account = ids.of(caller.accountId);
      const [quota, failures] = [quotaOf(caller), allowedFailures(caller, config)];
      const { keyId } = caller;
      const row = await beginRender({
        account,
        keyId,
        quota,
        allowedFailures: failures,
        fingerprint,
        idempotencyKey,
      });
      if (row.outcome === 'conflict') throw keyOfAnotherRequest();
      if (row.outcome === 'withdrawn') throw new Failure('storeUnavailable', 'The request was given up');
      const quotaStatus = allowances(row, row.outcome === 'failed' ? failures : quota, row.time);
      if (row.outcome === 'refused' || row.outcome === 'failed') {
        const used = exhausted(quotaStatus);
        if (used === undefined) throw new Error('refused without a used-up quota');
        if (row.outcome === 'failed') throw tooManyFailures(used.resetIn);
        options.onRefused(used.window);
        throw quotaRefusal(used);
      }
      const isCharged = row.outcome === 'charged';
      const charge = isCharged ? chargeOnce(() => doubts.giveBack(row.id, false)) : undefined;
      if (row.known !== null) return { known: readRecord(row.known), charge, quotaStatus };
      const drawing = drawingOf({
        fingerprint,
        isClaimed: row.claimed,
        isCharged,
        account,
        reservedAt: row.time,
      });
      return { drawing, charge, quotaStatus };
    },
    async findKept(fingerprint) {
      const text = 'select tierpress.known_render($1, $2, tierpress.time_of($3)) as known';
      const [row] = await database.query<{ known: RecordRow | null }>(text, [fingerprint, anyAgeMs, at()]);
      return row?.known ? readRecord(row.known) : undefined;
    },
    async quotaStatus(caller): Promise<readonly Allowance[]> {
      const quota = quotaOf(caller);
      if (quota.minute === null && quota.day === null) return [];
      const row = await readCounter(database, 'account', ids.of(caller.accountId), at());
      return allowances(row, quota, row.time);
    },
    recordUse({ keyId }) {
      if (keyId !== undefined) keyUse.add(keyId);
    },
  };
}

/** Reads the present windows of a counter. */
export async function readCounter(
  database: Database,
  kind: 'account' | 'key',
  id: string,
  at: number | null,
): Promise<CounterRow & { readonly usedAt: number | null }> {
  const [row] = await database.query<CounterRow & { usedAt: number | null }>(
    'select * from tierpress.counters($1, $2, $3)',
    [kind, id, at],
  );
  if (row === undefined) throw new Error('counters returned no row');
  return row;
}
