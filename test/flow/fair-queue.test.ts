import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FairQueue } from '../../src/flow/fair-queue.ts';
import { runs } from '../support/runs.ts';

/** An owner, and the number of items pushed before this one. */
type Item = readonly [owner: string, count: number];

type Step =
  | { readonly kind: 'push'; readonly owner: string }
  | { readonly kind: 'shift'; readonly barred: readonly string[] }
  | { readonly kind: 'remove'; readonly pick: number };

const owners = ['a', 'b', 'c', 'd'];
const owner = fc.constantFrom(...owners);
const barred = fc.oneof({ weight: 4, arbitrary: fc.constant([]) }, fc.subarray(owners));
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('push' as const), owner }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('shift' as const), barred }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), pick: fc.nat() }) },
);
const steps = fc.array(step, { maxLength: 80, size: 'max' });

/** The waiting items before and after a step, and the result of the step. */
interface Told {
  readonly step: Step;
  readonly before: readonly Item[];
  readonly after: readonly Item[];
  readonly pushed: Item | undefined;
  readonly displaced: Item | undefined;
  readonly shifted: Item | undefined;
}

interface Run {
  readonly queue: FairQueue<Item>;
  readonly told: readonly Told[];
}

/** Runs the steps and tracks the items that must be waiting, in the order of arrival. */
function run(limit: number, list: readonly Step[]): Run {
  const queue = new FairQueue<Item>(limit);
  let waiting: readonly Item[] = [];
  let count = 0;
  const told = list.map((step): Told => {
    const before = waiting;
    let [pushed, displaced, shifted]: (Item | undefined)[] = [];
    if (step.kind === 'push') {
      pushed = [step.owner, count++];
      displaced = queue.push(step.owner, pushed);
      waiting = [...waiting, pushed].filter((item) => item !== displaced);
    } else if (step.kind === 'shift') {
      shifted = queue.shift((who) => !step.barred.includes(who));
      waiting = waiting.filter((item) => item !== shifted);
    } else {
      const item = waiting[step.pick % waiting.length];
      if (item) expect(queue.remove(item[0], item)).toBe(true);
      waiting = waiting.filter((other) => other !== item);
    }
    expect(queue.size).toBe(waiting.length);
    return { step, before, after: waiting, pushed, displaced, shifted };
  });
  return { queue, told };
}

/** Checks a property on arbitrary runs of a queue of at most 12 items. */
function law(check: (run: Run, limit: number) => void): void {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 12 }), steps, (limit, list) => check(run(limit, list), limit)),
    { numRuns: runs(200) },
  );
}

const lineOf = (who: string, items: readonly Item[]) => items.filter(([owner]) => owner === who);

describe('the fair queue', () => {
  test('never holds more than its limit', () =>
    law(({ told }, limit) => {
      for (const { after } of told) expect(after.length).toBeLessThanOrEqual(limit);
    }));

  test('neither loses items nor returns one twice', () =>
    law(({ queue, told }) => {
      const left = told.at(-1)?.after ?? [];
      const drained: (Item | undefined)[] = [];
      while (queue.size > 0) drained.push(queue.shift());
      expect(drained.toSorted()).toEqual(left.toSorted());
      expect(queue.shift()).toBeUndefined();
    }));

  test('returns the items of one owner in the order in which they were pushed', () =>
    law(({ told }) => {
      for (const { shifted, before } of told)
        if (shifted) expect(shifted).toBe(lineOf(shifted[0], before)[0]);
    }));

  test('returns an item whenever an eligible owner waits, and never one of another owner', () =>
    law(({ told }) => {
      for (const { step, before, shifted } of told) {
        if (step.kind !== 'shift') continue;
        const isEligible = before.filter(([who]) => !step.barred.includes(who));
        expect(shifted !== undefined).toBe(isEligible.length > 0);
        if (shifted) expect(step.barred).not.toContain(shifted[0]);
      }
    }));

  test('gives every other waiting owner exactly one turn between two turns of the same owner', () => {
    let compared = 0;
    law(({ told }) => {
      for (const [from, { shifted }] of told.entries()) {
        const who = shifted?.[0];
        const next = told.findIndex(({ shifted }, index) => index > from && shifted?.[0] === who);
        if (who === undefined || next < 0) continue;
        const between = told.slice(from + 1, next + 1);
        if (between.some(({ step }) => step.kind === 'shift' && step.barred.length > 0)) continue;
        const waitsOn = (owner: string) => between.every(({ before }) => lineOf(owner, before).length > 0);
        for (const other of owners.filter((owner) => owner !== who && waitsOn(owner))) {
          const turns = between.filter(({ shifted }) => shifted?.[0] === other).length;
          if (waitsOn(who)) expect(turns).toBe(1);
          else expect(turns).toBeGreaterThan(0);
          compared++;
        }
      }
    });
    expect(compared).toBeGreaterThan(runs(200) / 4);
  });

  test('drops the newest item of the longest line, or rejects the new item if no other line is longer', () =>
    law(({ told }, limit) => {
      for (const { step, before, pushed, displaced } of told) {
        if (step.kind !== 'push') continue;
        expect(displaced !== undefined).toBe(before.length >= limit);
        if (!displaced) continue;
        const longest = Math.max(...owners.map((owner) => lineOf(owner, before).length));
        if (lineOf(step.owner, before).length + 1 >= longest) expect(displaced).toBe(pushed);
        else {
          const line = lineOf(displaced[0], before);
          expect(line).toHaveLength(longest);
          expect(displaced).toBe(line.at(-1));
        }
      }
    }));

  test('lets an owner that is not eligible keep its turn', () => {
    const queue = new FairQueue<string>(9);
    for (const item of ['a1', 'b1', 'b2', 'c1']) queue.push(item.slice(0, 1), item);
    expect(queue.shift((who) => who !== 'a')).toBe('b1');
    expect(queue.shift()).toBe('a1');
    expect([queue.shift(), queue.shift()]).toEqual(['c1', 'b2']);
  });

  test('lets another owner in and serves it second after five hundred items of the first owner', () => {
    const queue = new FairQueue<string>(64);
    const refused = Array.from({ length: 500 }, (_, index) => queue.push('a', `a${index}`));
    expect(refused.filter((item) => item !== undefined)).toHaveLength(436);
    expect(queue.push('b', 'b0')).toBe('a63');
    expect([queue.shift(), queue.shift(), queue.shift()]).toEqual(['a0', 'b0', 'a1']);
  });

  test("removes an item only from its owner's line, and only once", () => {
    const queue = new FairQueue<string>(9);
    queue.push('a', 'a1');
    expect(queue.remove('b', 'a1')).toBe(false);
    expect(queue.remove('a', 'a2')).toBe(false);
    expect(queue.remove('a', 'a1')).toBe(true);
    expect(queue.remove('a', 'a1')).toBe(false);
    expect([queue.size, queue.shift()]).toEqual([0, undefined]);
  });
});
