import { describe, expect, it } from 'vitest';
import { GroupedWriter } from '../../src/files/grouped-writer.ts';

const append = (entry: string) => (state: readonly string[]) => [...state, entry];

describe('grouped writer', () => {
  it('writes changes that come together with one write, and those that come meanwhile with the next', async () => {
    const writes: (readonly string[])[] = [];
    let open = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const writer = new GroupedWriter<readonly string[]>([], async (state) => {
      writes.push(state);
      await gate;
    });
    const first = [writer.commit(append('a')), writer.commit(append('b'))];
    await Promise.resolve();
    const second = ['c', 'd', 'e'].map((entry) => writer.commit(append(entry)));
    open();
    await Promise.all([...first, ...second]);
    expect(writes).toEqual([
      ['a', 'b'],
      ['a', 'b', 'c', 'd', 'e'],
    ]);
    expect(writer.state).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('refuses one change without the others', async () => {
    const writer = new GroupedWriter<readonly string[]>([], async () => undefined);
    const results = await Promise.allSettled([
      writer.commit(append('a')),
      writer.commit(() => {
        throw new Error('no');
      }),
      writer.commit(append('b')),
    ]);
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(writer.state).toEqual(['a', 'b']);
  });

  it('keeps the state of the last good write when one fails, and goes on', async () => {
    let broken = true;
    const writer = new GroupedWriter<readonly string[]>([], async () => {
      if (broken) throw new Error('disk full');
    });
    const failed = await Promise.allSettled([writer.commit(append('a')), writer.commit(append('b'))]);
    const refusal = expect.objectContaining({ code: 'storeUnavailable', retryAfter: 30 });
    expect(failed).toEqual([
      { status: 'rejected', reason: refusal },
      { status: 'rejected', reason: refusal },
    ]);
    expect(writer.state).toEqual([]);
    broken = false;
    await writer.commit(append('c'));
    expect(writer.state).toEqual(['c']);
  });

  it('is idle when nothing is left to write', async () => {
    let written = 0;
    const writer = new GroupedWriter<number>(0, async (state) => {
      written = state;
    });
    for (let i = 0; i < 10; i++) void writer.commit((state) => state + 1);
    await writer.idle();
    expect(written).toBe(10);
  });
});
