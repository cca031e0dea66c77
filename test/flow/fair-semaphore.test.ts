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

/** Somebody before the gate. */
class Visitor {
  readonly owner: string;
  readonly controller = new AbortController();
  state: 'waiting' | 'inside' | 'left' | 'refused' | 'gone' = 'waiting';
  release = () => {};

  constructor(gate: FairSemaphore, owner: string) {
    this.owner = owner;
    gate.acquire(owner, this.controller.signal).then(
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

/** Everything that was settled has been heard of. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

async function inside(gate: FairSemaphore, ...owners: string[]): Promise<(() => void)[]> {
  return Promise.all(owners.map((owner) => gate.acquire(owner)));
}

describe('the gate', () => {
  test('keeps its bounds, lets nobody wait for whom there is room, and counts right', async () => {
    const property = fc.asyncProperty(
      options,
      fc.array(step, { maxLength: 40, size: 'max' }),
      async (bounds, list) => {
        const gate = new FairSemaphore(bounds);
        const all: Visitor[] = [];
        const those = (...states: Visitor['state'][]) => all.filter(({ state }) => states.includes(state));
        for (const step of list) {
          if (step.kind === 'enter') all.push(new Visitor(gate, step.owner));
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
          expect([gate.active, gate.waiting]).toEqual([active.length, those('waiting').length]);
          expect(active.length).toBeLessThanOrEqual(bounds.slots);
          expect(gate.waiting).toBeLessThanOrEqual(bounds.waiting);
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
        expect([gate.active, gate.waiting, those('waiting').length]).toEqual([0, 0, 0]);
      },
    );
    await fc.assert(property, { numRuns: runs(200) });
  });

  test('a release counts once, however often it is called', async () => {
    const gate = new FairSemaphore({ slots: 1, slotsPerOwner: 1, waiting: 9 });
    const [release = () => {}] = await inside(gate, 'a');
    const second = gate.acquire('b');
    const third = new Visitor(gate, 'c');
    release();
    release();
    await second;
    await settled();
    expect([gate.active, gate.waiting, third.state]).toEqual([1, 1, 'waiting']);
  });

  test('owners take turns', async () => {
    const gate = new FairSemaphore({ slots: 1, slotsPerOwner: 1, waiting: 9 });
    const [release = () => {}] = await inside(gate, 'a');
    const order: string[] = [];
    const all = ['a', 'a', 'a', 'b', 'c'].map(async (owner) => {
      const release = await gate.acquire(owner);
      order.push(owner);
      release();
    });
    release();
    await Promise.all(all);
    expect(order).toEqual(['a', 'b', 'c', 'a', 'a']);
  });

  test('whoever has most waiting is refused for one who has less', async () => {
    const gate = new FairSemaphore({ slots: 1, slotsPerOwner: 1, waiting: 2 });
    await inside(gate, 'x');
    const first = new Visitor(gate, 'a');
    const second = gate.acquire('a');
    const other = new Visitor(gate, 'b');
    await expect(second).rejects.toMatchObject({ code: 'noCapacity', retryAfter: 1 });
    await expect(second).rejects.toThrow('the service is busy at the moment');
    await expect(gate.acquire('a')).rejects.toBeInstanceOf(Failure);
    expect([first.state, other.state, gate.waiting]).toEqual(['waiting', 'waiting', 2]);
  });

  test('whoever goes away before they are in leaves no trace', async () => {
    const gate = new FairSemaphore({ slots: 1, slotsPerOwner: 1, waiting: 1 });
    const [release = () => {}] = await inside(gate, 'a');
    const reason = new Error('gone away');
    await expect(gate.acquire('b', AbortSignal.abort(reason))).rejects.toBe(reason);
    const caller = new AbortController();
    const entry = gate.acquire('b', caller.signal);
    caller.abort(reason);
    await expect(entry).rejects.toBe(reason);
    expect(gate.waiting).toBe(0);
    const next = gate.acquire('c');
    release();
    await next;
    expect(gate.active).toBe(1);
  });

  test('going away once in changes nothing', async () => {
    const gate = new FairSemaphore({ slots: 1, slotsPerOwner: 1, waiting: 1 });
    const caller = new AbortController();
    const release = await gate.acquire('a', caller.signal);
    caller.abort();
    expect(gate.active).toBe(1);
    release();
    expect(gate.active).toBe(0);
  });
});
