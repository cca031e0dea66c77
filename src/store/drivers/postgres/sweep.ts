import { setTimeout as wait } from 'node:timers/promises';
import { every } from '../../../flow/every.ts';
import type { Database, DatabaseClock } from './database.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** Counts of accounts and keys, and those of visitors, that have not changed for so long are removed. */
const [counterLifeMs, visitorLifeMs] = [400 * dayMs, 2 * dayMs];
const sweepEveryMs = 10 * 60 * 1000;
/** So few at a time that a statement stays far below its limit, and others get their turn. */
const rowsAtOnce = 1_000;
const pauseMs = 50;

/** Removes everything that has ended. @throws Failure databaseUnavailable */
export async function sweep(database: Database, at: DatabaseClock, signal?: AbortSignal): Promise<void> {
  const text = 'select tierpress.sweep($1, $2, $3, $4) as "isMore"';
  for (;;) {
    const [row] = await database.query<{ isMore: boolean }>(text, [
      counterLifeMs,
      visitorLifeMs,
      rowsAtOnce,
      at(),
    ]);
    if (!row?.isMore) return;
    await wait(pauseMs, undefined, { signal });
  }
}

/** Sweeps every ten minutes until it is stopped. */
export function sweepRegularly(
  database: Database,
  at: DatabaseClock,
  onProblem: (error: unknown) => void,
): { readonly stop: () => void } {
  const stopping = new AbortController();
  const sweepOnce = () =>
    sweep(database, at, stopping.signal).catch((error: unknown) => {
      if (!stopping.signal.aborted) onProblem(error);
    });
  const stopRepeating = every(sweepEveryMs, sweepOnce);
  return {
    stop() {
      stopRepeating();
      stopping.abort();
    },
  };
}
