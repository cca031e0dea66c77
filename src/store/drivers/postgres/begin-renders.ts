import { randomUUID } from 'node:crypto';
import type { Config } from '../../../config/config.ts';
import { inBatches } from '../../../flow/batches.ts';
import type { Quota } from '../../../model/plan.ts';
import type { CounterRow } from './counters.ts';
import { type Database, type DatabaseClock, Unsent } from './database.ts';
import type { Doubts } from './doubts.ts';
import type { RecordRow } from './render-index.ts';

/** A request to be charged and looked up. */
export interface RenderToBegin {
  /** The name of the account's counters. */
  readonly account: string;
  readonly keyId: string | undefined;
  readonly quota: Quota;
  readonly allowedFailures: Quota;
  readonly fingerprint: string;
  readonly idempotencyKey: string | undefined;
}

/** What `tierpress.begin_renders` returns for it, where the outcomes are explained. */
export interface BegunRow extends CounterRow {
  /** The id of the charge. */
  readonly id: string;
  readonly outcome: 'charged' | 'repeated' | 'free' | 'refused' | 'failed' | 'conflict' | 'withdrawn';
  readonly known: RecordRow | null;
  readonly claimed: boolean;
}

export interface BeginRendersOptions {
  readonly database: Database;
  readonly doubts: Doubts;
  readonly config: Pick<Config, 'chargeCached'>;
  readonly cacheMs: number;
  /** Whose claims they are, and how long a claim lasts. */
  readonly holder: string;
  readonly holdMs: number;
  readonly at: DatabaseClock;
}

/**
 * So few that a statement stays far below its limit; two at a time, so that the database works while this process does; and
 * those that wait for a row hold the others up for so long.
 */
const batches = { maxItems: 32, calls: 2, waitMs: 20 };

/**
 * Returns a function that begins a render. Those that arrive together share a statement, whose round trip and transaction
 * cost more than what they do.
 */
export function renderBeginner(options: BeginRendersOptions): (render: RenderToBegin) => Promise<BegunRow> {
  const { database, doubts, config, cacheMs, holder, holdMs, at } = options;
  const text = 'select * from tierpress.begin_renders($1::jsonb, $2, $3, $4, $5, $6)';
  return inBatches(batches, async (renders: readonly RenderToBegin[]) => {
    const requests = renders.map(({ keyId, quota, allowedFailures, idempotencyKey, ...render }) => ({
      ...render,
      ...quota,
      id: randomUUID(),
      key: keyId,
      failed_minute: allowedFailures.minute,
      failed_day: allowedFailures.day,
      idempotency: idempotencyKey,
    }));
    try {
      const parameters = [requests, config.chargeCached, cacheMs, holder, holdMs, at()];
      const rows = await database.query<BegunRow>(text, parameters);
      const byId = new Map(rows.map((row) => [row.id, row]));
      return requests.flatMap(({ id }) => byId.get(id) ?? []);
    } catch (error) {
      // They may have been charged, or may be yet, and there is no answer for them.
      if (!(error instanceof Unsent)) for (const { id } of requests) void doubts.giveBack(id, true);
      throw error;
    }
  });
}
