import { setImmediate as turn } from 'node:timers/promises';
import { atMost } from './at-most.ts';

export interface BatchOptions {
  /** Of one call. */
  readonly maxItems: number;
  /** Calls that run at the same time, so that items need not wait for all others. */
  readonly calls: number;
  /** How long another call waits for one of them to end. */
  readonly waitMs: number;
}

/**
 * Returns a function that runs one call for all items that arrive until fewer calls are running, at least for those of one
 * turn of the event loop. It resolves with the result of its item.
 *
 * @param run resolves with the results in the order of the items; if it rejects, all of them have failed
 */
export function inBatches<Item, Result>(
  { maxItems, calls, waitMs }: BatchOptions,
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
): (item: Item) => Promise<Result> {
  let open: { readonly items: Item[]; readonly results: Promise<readonly Result[]> } | undefined;
  const running = new Set<Promise<unknown>>();

  async function runNext(items: readonly Item[]): Promise<readonly Result[]> {
    if (running.size >= calls) await atMost(waitMs, Promise.race(running));
    await turn();
    if (open?.items === items) open = undefined;
    const call = run(items);
    const ended = call.catch(() => undefined).finally(() => running.delete(ended));
    running.add(ended);
    return call;
  }

  return async (item) => {
    if (open === undefined || open.items.length >= maxItems) {
      const items: Item[] = [];
      open = { items, results: runNext(items) };
    }
    const { items, results } = open;
    const index = items.push(item) - 1;
    const result = (await results)[index];
    if (result === undefined) throw new Error('an item of the batch has no result');
    return result;
  };
}
