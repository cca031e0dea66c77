import { describe, expect, it } from 'vitest';
import type { Caller, RenderRecord } from '../../../src/render/ports.ts';
import type { Stores } from '../../../src/store/ports.ts';
import { dayMs, hourMs, type OpenDriver, openForTest, remember } from './driver.ts';

const caller: Caller = { accountId: 'acc_ann', keyId: 'key_1', plan: 'free' };
const fingerprint = (letter: string) => letter.repeat(43);

const find = async ({ ledger }: Stores, letter: string) =>
  (await ledger.begin({ ...caller, plan: 'enterprise' }, fingerprint(letter))).known;

/** Stores an image that lasts a week, as the drawing of a fingerprint. */
async function draw(
  stores: Stores,
  letter: string,
  time: number,
  more: Partial<RenderRecord> = {},
): Promise<RenderRecord> {
  const { format = 'webp', expiresAt = new Date(time + 7 * dayMs) } = more;
  const renderId = await stores.images.save(Buffer.from('image'), format, expiresAt);
  const size = { width: 1080, height: 1440 };
  const record = { renderId, format, createdAt: new Date(time), expiresAt, ...size, warnings: [], ...more };
  await remember(stores, fingerprint(letter), record);
  return record;
}

/** The behaviour of every ledger that finds what drawings have put in its cache. */
export function describeRenderCacheContract(name: string, openDriver: OpenDriver): void {
  describe(`the render cache of the ${name} driver`, () => {
    it('finds the image of a fingerprint within its window, to the millisecond, and no other', async () => {
      const { stores, clock } = await openForTest(openDriver, { cacheHours: 24 });
      const record = await draw(stores, 'a', clock.time);
      expect(await find(stores, 'a')).toEqual(record);
      expect(await find(stores, 'b')).toBeUndefined();
      clock.time += 24 * hourMs - 1;
      expect(await find(stores, 'a')).toEqual(record);
      clock.time += 1;
      expect(await find(stores, 'a')).toBeUndefined();
    });

    it('finds the latest image of a fingerprint', async () => {
      const { stores, clock, reopen } = await openForTest(openDriver);
      await draw(stores, 'a', clock.time);
      clock.time += dayMs;
      const latest = await draw(stores, 'a', clock.time);
      expect(await find(stores, 'a')).toEqual(latest);
      expect(await find(await reopen(), 'a')).toEqual(latest);
    });

    it('finds an image with all its fields after a restart', async () => {
      const { stores, clock, reopen } = await openForTest(openDriver);
      const warnings = ['title: was cut', '"ü" 💥'];
      const record = await draw(stores, 'a', clock.time, { format: 'png', width: 2160, warnings });
      expect(await find(await reopen(), 'a')).toEqual(record);
    });

    it('finds no image that has expired', async () => {
      const { stores, clock } = await openForTest(openDriver, { cacheHours: 24 });
      await draw(stores, 'a', clock.time, { expiresAt: new Date(clock.time + hourMs) });
      clock.time += hourMs;
      expect(await find(stores, 'a')).toBeUndefined();
    });

    it('finds nothing with a window of 0', async () => {
      const { stores, clock } = await openForTest(openDriver, { cacheHours: 0 });
      await draw(stores, 'a', clock.time);
      expect(await find(stores, 'a')).toBeUndefined();
    });

    it('returns an image of any age, while it is stored, to a caller that is not charged', async () => {
      const { stores, clock } = await openForTest(openDriver, { cacheHours: 0 });
      const { ledger, usage } = stores;
      expect(await ledger.findKept(fingerprint('a'))).toBeUndefined();
      await ledger.begin(caller, fingerprint('a'));
      const record = await draw(stores, 'a', clock.time);
      clock.time = record.expiresAt.getTime() - 1;
      expect(await ledger.findKept(fingerprint('a'))).toEqual(record);
      expect(await usage.accountUsage('acc_ann')).toMatchObject({ minute: 0 });
      clock.time += 1;
      expect(await ledger.findKept(fingerprint('a'))).toBeUndefined();
    });

    it.each([
      ['is charged', true, 2],
      ['is free where the configuration says so', false, 1],
    ])('finds an image that %s', async (_, chargeCached, charged) => {
      const { stores, clock } = await openForTest(openDriver, { chargeCached });
      const { ledger, usage } = stores;
      expect((await ledger.begin(caller, fingerprint('a'))).charge).toBeDefined();
      const record = await draw(stores, 'a', clock.time);
      const { known, charge } = await ledger.begin(caller, fingerprint('a'));
      expect(known).toEqual(record);
      expect(charge !== undefined).toBe(chargeCached);
      expect(await usage.accountUsage('acc_ann')).toEqual({ minute: charged, day: charged });
    });
  });
}
