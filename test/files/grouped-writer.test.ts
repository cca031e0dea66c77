import { describe, expect, it } from 'vitest';
import { GroupedWriter } from '../../src/files/grouped-writer.ts';

const append = (entry: string) => (entries: readonly string[]) => [...entries, entry];

/** A database that is empty at first, with the adapter's `write`. */
function database(write: (entries: readonly string[]) => Promise<void> = async () => undefined) {
  return { data: [] as readonly string[], adapter: { read: async () => null, write } };
}

describe('GroupedWriter', () => {
  it('writes concurrent changes together, and those that arrive during a write with the next one', async () => {
    const writes: (readonly string[])[] = [];
    let open = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const low = database(async (entries) => {
      writes.push(entries);
      await gate;
    });
    const writer = new GroupedWriter(low);
    const first = [writer.commit(append('a')), writer.commit(append('b'))];
    await Promise.resolve();
    const second = ['c', 'd', 'e'].map((entry) => writer.commit(append(entry)));
    await Promise.resolve();
    expect(writer.data).toEqual([]);
    open();
    await Promise.all([...first, ...second]);
    expect(writes).toEqual([
      ['a', 'b'],
      ['a', 'b', 'c', 'd', 'e'],
    ]);
    expect(writer.data).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(low.data).toBe(writer.data);
  });

  it('rejects one change without the others', async () => {
    const writer = new GroupedWriter(database());
    const results = await Promise.allSettled([
      writer.commit(append('a')),
      writer.commit(() => {
        throw new Error('no');
      }),
      writer.commit(append('b')),
    ]);
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(writer.data).toEqual(['a', 'b']);
  });

  it('keeps the document of the last successful write when one fails, and continues', async () => {
    let broken = true;
    const writer = new GroupedWriter(
      database(async () => {
        if (broken) throw new Error('disk full');
      }),
    );
    const failed = await Promise.allSettled([writer.commit(append('a')), writer.commit(append('b'))]);
    const refusal = expect.objectContaining({ code: 'storeUnavailable', retryAfter: 30 });
    expect(failed).toEqual([
      { status: 'rejected', reason: refusal },
      { status: 'rejected', reason: refusal },
    ]);
    expect(writer.data).toEqual([]);
    broken = false;
    await writer.commit(append('c'));
    expect(writer.data).toEqual(['c']);
  });

  it('is idle when nothing is left to write', async () => {
    let written = 0;
    const writer = new GroupedWriter(
      database(async (entries) => {
        written = entries.length;
      }),
    );
    for (let i = 0; i < 10; i++) void writer.commit(append('a'));
    await writer.idle();
    expect(written).toBe(10);
  });
});
