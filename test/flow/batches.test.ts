import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { inBatches } from '../../src/flow/batches.ts';

/** Creates batches of numbers, whose calls the test ends, with ten times each number. */
function heldBatches(options: { readonly maxItems?: number; readonly waitMs?: number } = {}) {
  const calls: { readonly items: readonly number[]; readonly end: (error?: Error) => void }[] = [];
  const ask = inBatches<number, number>(
    { maxItems: 10, calls: 1, waitMs: 60_000, ...options },
    (items) =>
      new Promise((resolve, reject) => {
        const end = (error?: Error) => (error ? reject(error) : resolve(items.map((item) => item * 10)));
        calls.push({ items, end });
      }),
  );
  /** Returns the call of this number, once it has begun. */
  const call = async (number: number) => {
    for (;;) {
      const begun = calls[number];
      if (begun !== undefined) return begun;
      await wait(1);
    }
  };
  return { ask, call, calls };
}

describe('batches', () => {
  test('run one call for the items of a turn, and give each its result', async () => {
    const { ask, call, calls } = heldBatches();
    const results = Promise.all([1, 2, 3].map(ask));
    (await call(0)).end();
    expect(await results).toEqual([10, 20, 30]);
    expect(calls.map(({ items }) => items)).toEqual([[1, 2, 3]]);
  });

  test('collect what arrives during a call for the next one, up to the largest number', async () => {
    const { ask, call, calls } = heldBatches({ maxItems: 2 });
    const first = ask(1);
    const { end } = await call(0);
    const others = Promise.all([2, 3, 4].map(ask));
    end();
    for (const number of [1, 2]) (await call(number)).end();
    expect(await first).toBe(10);
    expect(await others).toEqual([20, 30, 40]);
    expect(calls.map(({ items }) => items)).toEqual([[1], [2, 3], [4]]);
  });

  test('do not wait longer for a call that hangs', async () => {
    const { ask, call } = heldBatches({ waitMs: 5 });
    void ask(1);
    await call(0);
    const second = ask(2);
    (await call(1)).end();
    expect(await second).toBe(20);
  });

  test('fail all items of a call that fails, and no others', async () => {
    const { ask, call } = heldBatches();
    const failing = Promise.allSettled([1, 2].map(ask));
    (await call(0)).end(new Error('away'));
    expect((await failing).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const next = ask(3);
    (await call(1)).end();
    expect(await next).toBe(30);
  });
});
