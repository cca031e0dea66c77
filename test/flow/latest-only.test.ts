import { describe, expect, it } from 'vitest';
import { type Deferred, deferred } from '../../src/flow/deferred.ts';
import { LatestOnly } from '../../src/flow/latest-only.ts';

const superseded = new Error('superseded');

/** Creates tasks that the test finishes. */
function startTasks() {
  const turns = new LatestOnly(() => superseded);
  const begun: string[] = [];
  const gates = new Map<string, Deferred<void>>();
  const run = (name: string, owner = 'a', signal?: AbortSignal) => {
    const gate = deferred<void>();
    gates.set(name, gate);
    const task = async () => {
      begun.push(name);
      await gate.promise;
      return name;
    };
    return turns.run(owner, task, signal);
  };
  return { run, begun, finish: (name: string) => gates.get(name)?.resolve() };
}

describe('the latest task of an owner', () => {
  it('waits for the one that runs, and replaces the one that waits', async () => {
    const { run, begun, finish } = startTasks();
    const [first, second, third] = [run('first'), run('second'), run('third')];
    await expect(second).rejects.toBe(superseded);
    expect(begun).toEqual(['first']);
    finish('first');
    finish('third');
    expect(await Promise.all([first, third])).toEqual(['first', 'third']);
    expect(begun).toEqual(['first', 'third']);
    const fourth = run('fourth');
    finish('fourth');
    expect(await fourth).toBe('fourth');
  });

  it('does not wait for the tasks of others', async () => {
    const { run, begun, finish } = startTasks();
    const [mine, other] = [run('mine', 'a'), run('other', 'b')];
    expect(begun).toEqual(['mine', 'other']);
    finish('mine');
    finish('other');
    await Promise.all([mine, other]);
  });

  it('begins after one that failed', async () => {
    const turns = new LatestOnly(() => superseded);
    const failed = turns.run('a', () => Promise.reject(new Error('no')));
    const next = turns.run('a', async () => 'next');
    await expect(failed).rejects.toThrow('no');
    expect(await next).toBe('next');
  });

  it('gives up its place when it is aborted while it waits, and runs on when it has begun', async () => {
    const { run, begun, finish } = startTasks();
    const [left, stayed] = [new AbortController(), new AbortController()];
    const first = run('first', 'a', stayed.signal);
    const second = run('second', 'a', left.signal);
    left.abort(new Error('gone'));
    await expect(second).rejects.toThrow('gone');
    stayed.abort();
    const third = run('third');
    finish('first');
    finish('third');
    expect(await Promise.all([first, third])).toEqual(['first', 'third']);
    expect(begun).toEqual(['first', 'third']);
    await expect(run('fourth', 'a', left.signal)).rejects.toThrow('gone');
  });
});
