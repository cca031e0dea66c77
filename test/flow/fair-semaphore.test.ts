import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FairSemaphore } from '../../src/flow/fair-semaphore.ts';
import { Failure } from '../../src/model/failure.ts';
import { runs } from '../support/runs.ts';

type Step =
  | { readonly kind: 'enter'; readonly owner: string }
  | { readonly kind: 'leave' | 'leaveAgain' | 'abort'; readonly pick: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('enter' as const), owner: fc.constantFrom('a', 'b', 'c') }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('leave' as const, 'leaveAgain' as const, 'abort' as const),
      pick: fc.nat(),
    }),
  },
);
const options = fc.record({
  slots: fc.integer({ min: 1, max: 4 }),
  slotsPerOwner: fc.integer({ min: 1, max: 3 }),
  waiting: fc.integer({ min: 0, max: 5 }),
});

/** A caller that waits for a slot, and its state. */
class Visitor {
  readonly owner: string;
  readonly controller = new AbortController();
  state: 'waiting' | 'inside' | 'left' | 'refused' | 'gone' = 'waiting';
  release = () => {};

  constructor(semaphore: FairSemaphore, owner: string) {
    this.owner = owner;
    semaphore.acquire(owner, this.controller.signal).then(
      (release) => {
        this.state = 'inside';
        this.release = release;
      },
      (error) => {
        this.state = error === this.controller.signal.reason ? 'gone' : 'refused';
      },
    );
  }
}

/** Waits until all settled promises have run their handlers. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

async function inside(semaphore: FairSemaphore, ...owners: string[]): Promise<(() => void)[]> {
  return Promise.all(owners.map((owner) => semaphore.acquire(owner)));
}

describe('the fair semaphore', () => {
  test('keeps within its limits, never lets a caller wait beside a free slot, and counts correctly', async () => {
    const property = fc.asyncProperty(
      options,
      fc.array(step, { maxLength: 40, size: 'max' }),
      async (bounds, list) => {
        const semaphore = new FairSemaphore(bounds);
        const all: Visitor[] = [];
        const those = (...states: Visitor['state'][]) => all.filter(({ state }) => states.includes(state));
        for (const step of list) {
          if (step.kind === 'enter') all.push(new Visitor(semaphore, step.owner));
          else if (step.kind === 'abort') {
            const list = those('waiting');
            list[step.pick % list.length]?.controller.abort();
          } else {
            const list = those(step.kind === 'leave' ? 'inside' : 'left');
            const visitor = list[step.pick % list.length];
            if (visitor) visitor.state = 'left';
            visitor?.release();
          }
          await settled();
          const active = those('inside');
          const of = (owner: string) => active.filter((visitor) => visitor.owner === owner).length;
          expect([semaphore.active, semaphore.waiting]).toEqual([active.length, those('waiting').length]);
          expect(active.length).toBeLessThanOrEqual(bounds.slots);
          expect(semaphore.waiting).toBeLessThanOrEqual(bounds.waiting);
          for (const owner of ['a', 'b', 'c']) expect(of(owner)).toBeLessThanOrEqual(bounds.slotsPerOwner);
          for (const { owner } of those('waiting'))
            expect(active.length === bounds.slots || of(owner) === bounds.slotsPerOwner).toBe(true);
        }
        for (let visitors = all; visitors.length > 0; visitors = those('inside')) {
          for (const visitor of those('inside')) {
            visitor.state = 'left';
            visitor.release();
          }
          await settled();
          if (those('inside').length === 0) break;
        }
        expect([semaphore.active, semaphore.waiting, those('waiting').length]).toEqual([0, 0, 0]);
      },
    );
    await fc.assert(property, { numRuns: runs(200) });
  });

  test('frees a slot only once, however often its release is called', async () => {
    const semaphore = new FairSemaphore({ slots: 1, slotsPerOwner: 1, waiting: 9 });
    const [release = () => {}] = await inside(semaphore, 'a');
    const second = semaphore.acquire('b');
    const third = new Visitor(semaphore, 'c');
    release();
    release();
    await second;
    await settled();
    expect([semaphore.active, semaphore.waiting, third.state]).toEqual([1, 1, 'waiting']);
  });

  test('lets waiting owners take turns', async () => {
    const semaphore = new FairSemaphore({ slots: 1, slotsPerOwner: 1, waiting: 9 });
    const [release = () => {}] = await inside(semaphore, 'a');
    const order: string[] = [];
    const all = ['a', 'a', 'a', 'b', 'c'].map(async (owner) => {
      const release = await semaphore.acquire(owner);
      order.push(owner);
      release();
    });
    release();
    await Promise.all(all);
    expect(order).toEqual(['a', 'b', 'c', 'a', 'a']);
  });

  test('rejects a waiting caller of the owner with the most, for an owner with fewer', async () => {
    const semaphore = new FairSemaphore({ slots: 1, slotsPerOwner: 1, waiting: 2 });
    await inside(semaphore, 'x');
    const first = new Visitor(semaphore, 'a');
    const second = semaphore.acquire('a');
    const other = new Visitor(semaphore, 'b');
    await expect(second).rejects.toMatchObject({ code: 'noCapacity', retryAfter: 1 });
    await expect(second).rejects.toThrow('the service is busy at the moment');
    await expect(semaphore.acquire('a')).rejects.toBeInstanceOf(Failure);
    expect([first.state, other.state, semaphore.waiting]).toEqual(['waiting', 'waiting', 2]);
  });

  test('forgets a caller that is aborted before it has a slot', async () => {
    const semaphore = new FairSemaphore({ slots: 1, slotsPerOwner: 1, waiting: 1 });
    const [release = () => {}] = await inside(semaphore, 'a');
    const reason = new Error('gone away');
    await expect(semaphore.acquire('b', AbortSignal.abort(reason))).rejects.toBe(reason);
    const caller = new AbortController();
    const entry = semaphore.acquire('b', caller.signal);
    caller.abort(reason);
    await expect(entry).rejects.toBe(reason);
    expect(semaphore.waiting).toBe(0);
    const next = semaphore.acquire('c');
    release();
    await next;
    expect(semaphore.active).toBe(1);
  });

  test('ignores an abort after the slot is acquired', async () => {
    const semaphore = new FairSemaphore({ slots: 1, slotsPerOwner: 1, waiting: 1 });
    const caller = new AbortController();
    const release = await semaphore.acquire('a', caller.signal);
    caller.abort();
    expect(semaphore.active).toBe(1);
    release();
    expect(semaphore.active).toBe(0);
  });
});
