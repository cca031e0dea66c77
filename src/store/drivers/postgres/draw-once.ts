import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { DrawOnce, RenderResult } from '../../../render/ports.ts';
import { drawOnceInProcess } from '../memory/draw-once.ts';
import type { Database, DatabaseClock } from './database.ts';
import { type RecordRow, readRecord } from './render-index.ts';

export interface SharedDrawOnceOptions {
  readonly database: Database;
  readonly cacheMs: number;
  readonly at: DatabaseClock;
}

/** After this time, the replica that draws a board counts as dead, and another draws it. */
const holdMs = 15_000;
const askEveryMs = 50;

interface ClaimRow {
  readonly claimed: boolean;
  readonly known: RecordRow | null;
}

/**
 * Draws a board once for all replicas. A claim in the database says which of them draws it; the others wait for its image
 * to be remembered. When the database is away, each replica draws for itself.
 */
export function drawOnceInAllReplicas({ database, cacheMs, at }: SharedDrawOnceOptions): DrawOnce {
  const here = drawOnceInProcess();

  /** Returns the image that another replica has drawn, or undefined with a claim to be released. */
  async function claim(
    fingerprint: string,
    holder: string,
    needed: AbortSignal,
  ): Promise<RenderResult | undefined> {
    const text = 'select * from tierpress.claim_render($1, $2, $3, $4, $5)';
    for (;;) {
      needed.throwIfAborted();
      const [row] = await database
        .query<ClaimRow>(text, [fingerprint, holder, holdMs, cacheMs, at()])
        .catch(() => []);
      if (row?.known) return { record: readRecord(row.known), warnings: [] };
      if (row === undefined || row.claimed) return undefined;
      await wait(askEveryMs, undefined, { signal: needed }).catch(() => undefined);
    }
  }

  return {
    once(board, signal, work, onShared) {
      const workOrWait = async (needed: AbortSignal) => {
        const holder = randomUUID();
        const drawn = await claim(board.fingerprint, holder, needed);
        if (drawn !== undefined) {
          onShared?.();
          return drawn;
        }
        try {
          return await work(needed);
        } finally {
          const text = 'select tierpress.release_render($1, $2)';
          await database.attempt(text, [board.fingerprint, holder]);
        }
      };
      return here.once(board, signal, workOrWait, onShared);
    },
  };
}
