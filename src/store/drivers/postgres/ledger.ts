import { randomUUID } from 'node:crypto';
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
import type { CounterIds, CounterRow } from './counters.ts';
import { type Database, type DatabaseClock, Unsent } from './database.ts';
import type { Doubts } from './doubts.ts';
import type { KeyUse } from './key-use.ts';
import { type RecordRow, readRecord } from './render-index.ts';

interface BegunRow extends CounterRow {
  readonly outcome: 'charged' | 'repeated' | 'free' | 'refused' | 'conflict' | 'withdrawn';
  readonly known: RecordRow | null;
}

export interface PostgresLedgerOptions {
  readonly database: Database;
  readonly ids: CounterIds;
  readonly doubts: Doubts;
  readonly keyUse: KeyUse;
  readonly config: Pick<Config, 'plans' | 'chargeCached' | 'cacheHours'>;
  readonly at: DatabaseClock;
  readonly onRefused: (window: WindowName) => void;
}

const hourMs = 60 * 60 * 1000;

/** Charges and looks up in one call of the database, on its clock. */
export function postgresLedger(options: PostgresLedgerOptions): RenderLedger {
  const { database, ids, doubts, keyUse, config, at } = options;
  const quotaOf = ({ plan, quota }: Pick<Caller, 'plan' | 'quota'>): Quota => quota ?? config.plans[plan];

  async function begin(
    caller: Caller,
    fingerprint: string,
    idempotencyKey: string | undefined,
  ): Promise<BegunRow & { readonly chargeId: string }> {
    const chargeId = randomUUID();
    const { minute, day } = quotaOf(caller);
    const text = 'select * from tierpress.begin_render($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)';
    const { keyId = null } = caller;
    const id = ids.of(caller.accountId);
    const cacheMs = config.cacheHours * hourMs;
    const charging = [chargeId, idempotencyKey ?? null, config.chargeCached, cacheMs, at()];
    try {
      const [row] = await database.query<BegunRow>(text, [id, keyId, minute, day, fingerprint, ...charging]);
      if (row === undefined) throw new Error('begin_render returned no row');
      return { ...row, chargeId };
    } catch (error) {
      // It may have been charged, or may be yet, and there is no answer for it.
      if (!(error instanceof Unsent)) void doubts.giveBack(chargeId, true);
      throw error;
    }
  }

  return {
    async begin(caller, fingerprint, idempotencyKey): Promise<BegunRender> {
      const row = await begin(caller, fingerprint, idempotencyKey);
      if (row.outcome === 'conflict') throw keyOfAnotherRequest();
      if (row.outcome === 'withdrawn') throw new Failure('storeUnavailable', 'The request was given up');
      const quotaStatus = allowances(row, quotaOf(caller), row.time);
      if (row.outcome === 'refused') {
        const used = exhausted(quotaStatus);
        if (used === undefined) throw new Error('refused without a used-up quota');
        options.onRefused(used.window);
        throw quotaRefusal(used);
      }
      const charge =
        row.outcome === 'charged' ? chargeOnce(() => doubts.giveBack(row.chargeId, false)) : undefined;
      return { known: row.known === null ? undefined : readRecord(row.known), charge, quotaStatus };
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
