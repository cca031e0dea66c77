import { setImmediate as turn } from 'node:timers/promises';
import { atMost } from './at-most.ts';

export interface BatchOptions {
  /** Of one call. */
  readonly maxItems: number;
  /** How long a call waits for the one before it. */
  readonly waitMs: number;
}

/**
 * Returns a function that runs one call for all items that arrive until the previous call has ended, at least for those
 * of one turn of the event loop. It resolves with the result of its item.
 *
 * @param run resolves with the results in the order of the items; if it rejects, all of them have failed
 */
export function inBatches<Item, Result>(
  { maxItems, waitMs }: BatchOptions,
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
): (item: Item) => Promise<Result> {
  let open: { readonly items: Item[]; readonly results: Promise<readonly Result[]> } | undefined;
  let previous: Promise<unknown> = Promise.resolve();

  async function runNext(items: readonly Item[], before: Promise<unknown>): Promise<readonly Result[]> {
    await atMost(waitMs, before);
    await turn();
    if (open?.items === items) open = undefined;
    return run(items);
  }

  return async (item) => {
    if (open === undefined || open.items.length >= maxItems) {
      const items: Item[] = [];
      open = { items, results: runNext(items, previous) };
      previous = open.results.catch(() => undefined);
    }
    const { items, results } = open;
    const index = items.push(item) - 1;
    const result = (await results)[index];
    if (result === undefined) throw new Error('an item of the batch has no result');
    return result;
  };
}
