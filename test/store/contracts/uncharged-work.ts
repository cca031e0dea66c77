import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { visitorId } from '../../../src/model/visitor.ts';
import type { Caller, Drawing } from '../../../src/render/ports.ts';
import type { Stores } from '../../../src/store/ports.ts';
import { type OpenDriver, openForTest, secondMs } from './driver.ts';

/** Begins a render, and gives its charge back as for one that fails. @returns the failed render that is reserved */
async function reserveFailure({ ledger }: Stores, caller: Caller): Promise<Drawing> {
  const begun = await ledger.begin(caller, randomBytes(32).toString('base64url'));
  await begun.charge?.giveBack();
  if (begun.known !== undefined) throw new Error('the image is in the cache');
  return begun.drawing;
}

const ann = { accountId: 'ann', plan: 'free' } as const;
const owner = { accountId: 'owner', plan: 'enterprise' } as const;
const unlimited = { minute: null, day: null };
const visitor = { accountId: visitorId('203.0.113.7'), plan: 'free', quota: unlimited } as const;
const refusal = (retryAfter: number) => ({ code: 'quotaExceeded', retryAfter });

/** The behaviour of every implementation of `UnchargedWork`, and of the ledger that reserves failed renders. */
export function describeUnchargedWorkContract(name: string, open: OpenDriver): void {
  describe(`the uncharged work of the ${name} driver`, () => {
    const plans = { free: { minute: 3, day: 50 } };

    it.each([
      ['ten failures beyond the minute quota of the plan', ann, 13],
      ['600 failures for a plan without a quota', owner, 600],
      ['ten failures for a visitor', visitor, 10],
    ])('allows %s in a minute', async (_, caller, most) => {
      const { stores, clock } = await openForTest(open, { plans });
      for (let i = 0; i < most; i++) await reserveFailure(stores, caller);
      clock.time += 20 * secondMs;
      await expect(reserveFailure(stores, caller)).rejects.toMatchObject({
        ...refusal(40),
        message: 'Too many requests have failed; try again in 40 s',
      });
      await reserveFailure(stores, { ...caller, accountId: `${caller.accountId}0` });
      clock.time += 40 * secondMs;
      await reserveFailure(stores, caller);
    });

    it('allows a visitor 100 failures a day', async () => {
      const { stores, clock } = await openForTest(open);
      for (let i = 0; i < 100; i++, clock.time += 10 * secondMs) await reserveFailure(stores, visitor);
      await expect(reserveFailure(stores, visitor)).rejects.toMatchObject(refusal(12 * 3600 - 1000));
    });

    it('does not count a reservation that is given back, however many there are at once', async () => {
      const { stores } = await openForTest(open);
      for (let round = 0; round < 20; round++) {
        const reservations = await Promise.all(
          Array.from({ length: 10 }, () => reserveFailure(stores, visitor)),
        );
        await expect(reserveFailure(stores, visitor)).rejects.toMatchObject(refusal(60));
        for (const reservation of reservations) {
          await reservation.giveBack();
          await reservation.giveBack();
        }
      }
    });

    it('allows a visitor 200 downloads in an hour, and counts none of a refused board', async () => {
      const { stores, clock } = await openForTest(open);
      const count = (photos: number) => stores.unchargedWork.countDownloads(visitor.accountId, photos);
      await count(150);
      await expect(count(51)).rejects.toMatchObject(refusal(3600));
      await count(50);
      await count(0);
      await expect(count(1)).rejects.toMatchObject({
        message: 'Too many photos for one hour without an account; try again in 3600 s',
      });
      clock.time += 3600 * secondMs;
      await count(200);
    });

    it.each([
      ['60 uploads for a visitor', visitor, 60],
      ['1000 uploads for an account', ann, 1000],
    ])('allows %s in a day, and counts none that is given back', async (_, { accountId }, most) => {
      const { stores, clock } = await openForTest(open);
      const { unchargedWork } = stores;
      const first = await unchargedWork.countUpload(accountId);
      for (let i = 1; i < most; i++) await unchargedWork.countUpload(accountId);
      await expect(unchargedWork.countUpload(accountId)).rejects.toMatchObject({
        ...refusal(12 * 3600),
        message: 'Too many photos were uploaded today; try again in 43200 s',
      });
      await first.giveBack();
      await first.giveBack();
      await unchargedWork.countUpload(accountId);
      await expect(unchargedWork.countUpload(accountId)).rejects.toMatchObject(refusal(12 * 3600));
      clock.time += 12 * 3600 * secondMs;
      await unchargedWork.countUpload(accountId);
    });

    it('does not limit the downloads of an account', async () => {
      const { stores } = await openForTest(open);
      for (let i = 0; i < 10; i++) await stores.unchargedWork.countDownloads(ann.accountId, 200);
    });
  });
}
