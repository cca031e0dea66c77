import { setTimeout as wait } from 'node:timers/promises';
import type { Drawing, RenderResult } from '../../../render/ports.ts';
import { drawOnceInProcess } from '../memory/draw-once.ts';
import type { Database, DatabaseClock } from './database.ts';
import { type RecordRow, readRecord, recordRow } from './render-index.ts';

export interface DrawingsOptions {
  readonly database: Database;
  readonly cacheMs: number;
  /** Names this replica. */
  readonly holder: string;
  readonly at: DatabaseClock;
}

/** A board that `begin_renders` did not find in the cache. */
export interface BoardToDraw {
  readonly fingerprint: string;
  /** Whether this replica may draw it. */
  readonly isClaimed: boolean;
  /** Whether the request is charged, and not only a repeated one. */
  readonly isCharged: boolean;
  /** The counter of failed renders, and when one was reserved. */
  readonly account: string;
  readonly reservedAt: number;
}

/** After this time, the replica that draws a board counts as dead, and another draws it. */
export const holdMs = 15_000;
const askEveryMs = 50;

interface ClaimRow {
  readonly claimed: boolean;
  readonly known: RecordRow | null;
}

/**
 * Draws a board once for all replicas. A claim in the database says which of them draws it; the others wait for its image
 * to be remembered. When the database is away, each replica draws for itself.
 */
export function drawingsOfAllReplicas(options: DrawingsOptions): (board: BoardToDraw) => Drawing {
  const { database, cacheMs, holder, at } = options;
  const once = drawOnceInProcess();

  /** Returns the image that another replica has drawn, or undefined with a claim to be released. */
  async function claim(fingerprint: string, needed: AbortSignal): Promise<RenderResult | undefined> {
    const text = 'select * from tierpress.claim_render($1, $2, $3, $4, true, $5)';
    for (;;) {
      needed.throwIfAborted();
      const [row] = await database
        .query<ClaimRow>(text, [fingerprint, holder, holdMs, cacheMs, at()])
        .catch(() => []);
      if (row?.known) return { record: readRecord(row.known), warnings: [], isComplete: true };
      if (row === undefined || row.claimed) return undefined;
      await wait(askEveryMs, undefined, { signal: needed }).catch(() => undefined);
    }
  }

  return ({ fingerprint, isClaimed, isCharged, account, reservedAt }) => {
    let isReserved = true;
    const end = (result?: RenderResult) => {
      const record = result?.isComplete ? recordRow(result.record) : null;
      const givesBack = isReserved && isCharged && result !== undefined;
      if (givesBack) isReserved = false;
      return database.attempt('select tierpress.end_render($1, $2, $3::jsonb, $4, $5, $6)', [
        fingerprint,
        holder,
        record,
        account,
        givesBack ? reservedAt : null,
        at(),
      ]);
    };
    return {
      once(variant, signal, work, onShared) {
        const workOrWait = async (needed: AbortSignal) => {
          const drawn = isClaimed ? undefined : await claim(fingerprint, needed);
          if (drawn !== undefined) {
            onShared?.();
            return drawn;
          }
          try {
            const result = await work(needed);
            await end(result);
            return result;
          } catch (error) {
            await end();
            throw error;
          }
        };
        return once(`${fingerprint} ${variant}`, signal, workOrWait, onShared);
      },
      async giveBack() {
        if (!isReserved) return;
        isReserved = false;
        const text = 'select tierpress.give_back_failure($1, $2, $3)';
        await database.attempt(text, [account, reservedAt, at()]);
      },
    };
  };
}
