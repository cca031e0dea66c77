import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { KnownAddresses } from '../../src/photos/known-addresses.ts';

const maxBytes = 64 * 1024;
/** As many lines of 1024 bytes as fit a file that may grow fourfold. */
const inMemory = 16;
const recordOf = (index: number) => ({
  digest: index.toString(16).padStart(64, '0'),
  bytes: 1 + index,
  checkedAt: 0,
  freshUntil: index,
});
const addressOf = (index: number) => `https://pictures.example/${index}.png`;

let folder: string;
const path = () => join(folder, 'addresses.journal');
const open = () => KnownAddresses.open(path(), maxBytes);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tierpress-addresses-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('known addresses', () => {
  it('find remembered addresses, and none that were forgotten', async () => {
    const known = await open();
    for (const index of [1, 2, 3]) known.remember(addressOf(index), recordOf(index));
    known.remember(addressOf(3), recordOf(4));
    known.forget(addressOf(2));
    known.forget(addressOf(9));
    await known.close();
    const again = await open();
    expect([1, 2, 3, 9].map((index) => again.find(addressOf(index)))).toEqual([
      recordOf(1),
      undefined,
      recordOf(4),
      undefined,
    ]);
    await again.close();
  });

  it('forget the least recently used first', async () => {
    const known = await open();
    known.remember(addressOf(0), recordOf(0));
    for (let index = 1; index <= 100; index++) {
      known.remember(addressOf(index), recordOf(index));
      known.find(addressOf(0));
    }
    expect([0, 1, 100].map((index) => known.find(addressOf(index)))).toEqual([
      recordOf(0),
      undefined,
      recordOf(100),
    ]);
    await known.close();
  });

  it('forget a record that only the file holds', async () => {
    const known = await open();
    for (let index = 0; index < inMemory; index++) known.remember(addressOf(index), recordOf(index));
    known.find(addressOf(0));
    known.remember(addressOf(inMemory), recordOf(inMemory));
    expect(known.find(addressOf(1))).toBeUndefined();
    known.forget(addressOf(1));
    await known.close();
    const again = await open();
    expect([1, 2].map((index) => again.find(addressOf(index)))).toEqual([undefined, recordOf(2)]);
    await again.close();
  });

  it('keep their bound, and the newest records', async () => {
    const sizes: number[] = [];
    for (let round = 0; round < 40; round++) {
      const known = await open();
      expect(known.find(addressOf(round * 50))).toEqual(round > 0 ? recordOf(49) : undefined);
      for (let index = 0; index < 50; index++)
        known.remember(addressOf(1 + round * 50 + index), recordOf(index));
      await known.close();
      sizes.push((await stat(path())).size);
    }
    expect(Math.max(...sizes)).toBeLessThanOrEqual(maxBytes);
    // The file grew, and was rewritten several times.
    expect(sizes.filter((size, round) => size < (sizes[round - 1] ?? 0)).length).toBeGreaterThan(3);
  });
});
