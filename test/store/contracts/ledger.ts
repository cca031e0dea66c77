import { describe, expect, it } from 'vitest';
import { visitorId } from '../../../src/model/visitor.ts';
import type { Caller, RenderLedger } from '../../../src/render/ports.ts';
import { dayMs, noon, type OpenDriver, openForTest, secondMs } from './driver.ts';

const free: Caller = { accountId: 'acc_ann', keyId: 'key_1', plan: 'free' };
const otherKey: Caller = { ...free, keyId: 'key_2' };
const bySession: Caller = { accountId: 'acc_ann', plan: 'free' };
const unlimited: Caller = { accountId: 'acc_bob', keyId: 'key_3', plan: 'enterprise' };

let fingerprints = 0;
/** Begins a request for a board that no other request asks for. */
const begin = (ledger: RenderLedger, caller: Caller) =>
  ledger.begin(caller, `${++fingerprints}`.padStart(43, '0'));

const fingerprint = (letter: string) => letter.repeat(43);

async function remaining(ledger: RenderLedger, caller: Caller): Promise<object> {
  const status = await ledger.quotaStatus(caller);
  return Object.fromEntries(status.map(({ window, remaining }) => [window, remaining]));
}

/** The behaviour of every implementation of `RenderLedger`, and of the `UsageReader` that shows its counts. */
export function describeLedgerContract(name: string, openDriver: OpenDriver): void {
  describe(`the ledger of the ${name} driver`, () => {
    it('charges the account over all its keys, and each key by itself', async () => {
      const { stores } = await openForTest(openDriver);
      const { ledger, usage } = stores;
      for (const caller of [free, otherKey, bySession]) await begin(ledger, caller);
      expect(await usage.accountUsage('acc_ann')).toEqual({ minute: 3, day: 3 });
      expect(await usage.keyUsage('key_1')).toEqual({ minute: 1, day: 1, lastUsedAt: new Date(noon) });
      expect(await usage.keyUsage('key_2')).toMatchObject({ minute: 1, day: 1 });
      expect(await usage.accountUsage('acc_bob')).toEqual({ minute: 0, day: 0 });
      expect(await usage.keyUsage('key_3')).toEqual({ minute: 0, day: 0, lastUsedAt: undefined });
    });

    it('returns the quota after the charge, as quotaStatus does', async () => {
      const { stores } = await openForTest(openDriver);
      const { quotaStatus } = await begin(stores.ledger, free);
      expect(quotaStatus).toEqual(await stores.ledger.quotaStatus(free));
      expect(await remaining(stores.ledger, free)).toEqual({ minute: 2, day: 49 });
    });

    it('gives the last place of a quota to one of many requests that begin at once', async () => {
      const { stores } = await openForTest(openDriver);
      const begun = await Promise.allSettled(Array.from({ length: 50 }, () => begin(stores.ledger, free)));
      expect(begun.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
      expect(await stores.usage.accountUsage('acc_ann')).toEqual({ minute: 3, day: 3 });
    });

    it('refuses a request beyond the minute, charges nothing for it, and starts again after 60 s', async () => {
      const { stores, clock } = await openForTest(openDriver);
      const { ledger, usage } = stores;
      await begin(ledger, free);
      clock.time += 10 * secondMs;
      await begin(ledger, otherKey);
      await begin(ledger, otherKey);
      const refusal = { code: 'quotaExceeded', status: 429, retryAfter: 50 };
      for (const caller of [free, otherKey, bySession]) {
        await expect(begin(ledger, caller)).rejects.toMatchObject(refusal);
      }
      expect(await usage.accountUsage('acc_ann')).toEqual({ minute: 3, day: 3 });
      clock.time = noon + 60 * secondMs - 1;
      await expect(begin(ledger, free)).rejects.toThrow(
        'The plan allows 3 requests a minute; try again in 1 s',
      );
      clock.time += 1;
      await begin(ledger, free);
      expect(await usage.accountUsage('acc_ann')).toEqual({ minute: 1, day: 4 });
    });

    it('refuses a request beyond the day until midnight UTC', async () => {
      const { stores, clock } = await openForTest(openDriver);
      for (let i = 0; i < 50; i++, clock.time += 60 * secondMs) await begin(stores.ledger, free);
      const retryAfter = (noon + dayMs / 2 - clock.time) / secondMs;
      await expect(begin(stores.ledger, free)).rejects.toMatchObject({ code: 'quotaExceeded', retryAfter });
      clock.time = noon + dayMs / 2;
      await begin(stores.ledger, free);
      expect(await remaining(stores.ledger, free)).toEqual({ minute: 2, day: 49 });
    });

    it('has no limits for a plan without, and counts its requests', async () => {
      const { stores } = await openForTest(openDriver);
      for (let i = 0; i < 200; i++) await begin(stores.ledger, unlimited);
      expect(await stores.ledger.quotaStatus(unlimited)).toEqual([]);
      expect(await stores.usage.accountUsage('acc_bob')).toEqual({ minute: 200, day: 200 });
    });

    it('applies the quota of a caller that has its own, each visitor by itself', async () => {
      const { stores } = await openForTest(openDriver);
      const { ledger } = stores;
      const quota = { minute: 1, day: null };
      const visitor: Caller = { accountId: visitorId('203.0.113.7'), plan: 'free', quota };
      await (await begin(ledger, visitor)).charge?.giveBack();
      await begin(ledger, visitor);
      expect(await remaining(ledger, visitor)).toEqual({ minute: 0 });
      await expect(begin(ledger, visitor)).rejects.toThrow('1 request a minute');
      const other = { ...visitor, accountId: visitorId('203.0.113.8') };
      expect(await remaining(ledger, other)).toEqual({ minute: 1 });
    });

    it('gives a charge back once, to the account and to the key', async () => {
      const { stores } = await openForTest(openDriver);
      const { ledger, usage } = stores;
      await begin(ledger, free);
      const { charge } = await begin(ledger, free);
      await Promise.all([charge?.giveBack(), charge?.giveBack()]);
      expect(await usage.accountUsage('acc_ann')).toEqual({ minute: 1, day: 1 });
      expect(await usage.keyUsage('key_1')).toMatchObject({ minute: 1, day: 1 });
    });

    it('gives nothing back to a window that began after the charge', async () => {
      const { stores, clock } = await openForTest(openDriver);
      const { ledger, usage } = stores;
      const minuteAgo = await begin(ledger, free);
      clock.time += 61 * secondMs;
      await begin(ledger, free);
      await minuteAgo.charge?.giveBack();
      expect(await usage.accountUsage('acc_ann')).toEqual({ minute: 1, day: 1 });

      const dayAgo = await begin(ledger, free);
      clock.time += dayMs;
      await begin(ledger, free);
      await dayAgo.charge?.giveBack();
      expect(await usage.accountUsage('acc_ann')).toEqual({ minute: 1, day: 1 });
      expect(await usage.keyUsage('key_1')).toMatchObject({ minute: 1, day: 1 });
    });

    it('records when a key was last used, also without a charge', async () => {
      const { stores, clock, reopen } = await openForTest(openDriver);
      stores.ledger.recordUse(bySession);
      stores.ledger.recordUse(free);
      expect(await stores.usage.keyUsage('key_1')).toEqual({ minute: 0, day: 0, lastUsedAt: new Date(noon) });
      clock.time += 5 * secondMs;
      stores.ledger.recordUse(free);
      const { usage } = await reopen();
      expect((await usage.keyUsage('key_1')).lastUsedAt).toEqual(new Date(clock.time));
    });

    it('continues its counts after a restart', async () => {
      const { stores, clock, reopen } = await openForTest(openDriver);
      for (let i = 0; i < 3; i++) await begin(stores.ledger, free);
      for (let i = 0; i < 5; i++) await begin(stores.ledger, unlimited);
      const { ledger, usage } = await reopen();
      expect(await usage.accountUsage('acc_ann')).toEqual({ minute: 3, day: 3 });
      expect(await usage.keyUsage('key_3')).toMatchObject({ minute: 5, day: 5 });
      clock.time += 59 * secondMs;
      await expect(begin(ledger, free)).rejects.toMatchObject({ retryAfter: 1 });
      clock.time += secondMs;
      await begin(ledger, free);
      expect(await usage.accountUsage('acc_ann')).toEqual({ minute: 1, day: 4 });
    });

    it('counts the requests of each day, those without any included', async () => {
      const { stores, clock } = await openForTest(openDriver);
      await begin(stores.ledger, unlimited);
      clock.time += 2 * dayMs;
      for (let i = 0; i < 2; i++) await begin(stores.ledger, unlimited);
      expect(await stores.usage.dailyUse('acc_bob', 4)).toEqual([
        { date: '2026-01-01', requests: 0 },
        { date: '2026-01-02', requests: 1 },
        { date: '2026-01-03', requests: 0 },
        { date: '2026-01-04', requests: 2 },
      ]);
    });

    it('charges requests with the same idempotency key once, whichever key of the account they use', async () => {
      const { stores } = await openForTest(openDriver);
      const { ledger, usage } = stores;
      const first = await ledger.begin(free, fingerprint('a'), 'once');
      expect(first.charge).toBeDefined();
      for (const caller of [free, otherKey, bySession]) {
        const { charge, quotaStatus } = await ledger.begin(caller, fingerprint('a'), 'once');
        expect(charge).toBeUndefined();
        expect(quotaStatus).toEqual(first.quotaStatus);
      }
      expect(await usage.accountUsage('acc_ann')).toEqual({ minute: 1, day: 1 });
      expect(await usage.keyUsage('key_2')).toMatchObject({ minute: 0, day: 0 });
      await ledger.begin(free, fingerprint('a'), 'Once');
      expect(await usage.accountUsage('acc_ann')).toEqual({ minute: 2, day: 2 });
    });

    it('charges concurrent requests with the same idempotency key once', async () => {
      const { stores } = await openForTest(openDriver);
      const begun = await Promise.all(
        Array.from({ length: 50 }, () => stores.ledger.begin(unlimited, fingerprint('a'), 'once')),
      );
      expect(begun.filter(({ charge }) => charge !== undefined)).toHaveLength(1);
      expect(await stores.usage.accountUsage('acc_bob')).toEqual({ minute: 1, day: 1 });
    });

    it('charges each account for the same idempotency key', async () => {
      const { stores } = await openForTest(openDriver);
      await stores.ledger.begin(free, fingerprint('a'), 'once');
      expect((await stores.ledger.begin(unlimited, fingerprint('b'), 'once')).charge).toBeDefined();
      expect(await stores.usage.accountUsage('acc_bob')).toEqual({ minute: 1, day: 1 });
    });

    it('refuses an idempotency key that another request was charged with, and charges nothing', async () => {
      const { stores } = await openForTest(openDriver);
      const { ledger, usage } = stores;
      await ledger.begin(free, fingerprint('a'), 'once');
      const another = () => ledger.begin(free, fingerprint('b'), 'once');
      const refusal = { code: 'invalidRequest', message: expect.stringContaining('Idempotency-Key') };
      await expect(another()).rejects.toMatchObject(refusal);
      expect(await usage.accountUsage('acc_ann')).toEqual({ minute: 1, day: 1 });
      for (let i = 0; i < 2; i++) await begin(ledger, free);
      await expect(another()).rejects.toMatchObject(refusal);
    });

    it('does not refuse a repeated idempotency key when the quota is used up', async () => {
      const { stores } = await openForTest(openDriver);
      await stores.ledger.begin(free, fingerprint('a'), 'once');
      for (let i = 0; i < 2; i++) await begin(stores.ledger, free);
      expect((await stores.ledger.begin(free, fingerprint('a'), 'once')).charge).toBeUndefined();
      expect(await remaining(stores.ledger, free)).toEqual({ minute: 0, day: 47 });
    });

    it('leaves the idempotency key of a refused request unused', async () => {
      const { stores, clock } = await openForTest(openDriver);
      for (let i = 0; i < 3; i++) await begin(stores.ledger, free);
      await expect(stores.ledger.begin(free, fingerprint('a'), 'once')).rejects.toMatchObject({
        status: 429,
      });
      clock.time += 60 * secondMs;
      expect((await stores.ledger.begin(free, fingerprint('b'), 'once')).charge).toBeDefined();
    });

    it('charges an idempotency key again after its charge was given back', async () => {
      const { stores, reopen } = await openForTest(openDriver);
      const first = await stores.ledger.begin(free, fingerprint('a'), 'once');
      await Promise.all([first.charge?.giveBack(), first.charge?.giveBack()]);
      expect(await stores.usage.accountUsage('acc_ann')).toEqual({ minute: 0, day: 0 });
      const second = await stores.ledger.begin(free, fingerprint('b'), 'once');
      expect(second.charge).toBeDefined();
      await first.charge?.giveBack();
      expect((await stores.ledger.begin(free, fingerprint('b'), 'once')).charge).toBeUndefined();
      expect(await stores.usage.accountUsage('acc_ann')).toEqual({ minute: 1, day: 1 });
      await second.charge?.giveBack();
      const { ledger } = await reopen();
      expect((await ledger.begin(free, fingerprint('a'), 'once')).charge).toBeDefined();
    });

    it('remembers an idempotency key for a day from its charge, also after a restart', async () => {
      const { stores, clock, reopen } = await openForTest(openDriver);
      await stores.ledger.begin(free, fingerprint('a'), 'once');
      clock.time += dayMs - 1;
      const { ledger } = await reopen();
      expect((await ledger.begin(free, fingerprint('a'), 'once')).charge).toBeUndefined();
      await expect(ledger.begin(free, fingerprint('b'), 'once')).rejects.toMatchObject({ status: 400 });
      clock.time += 1;
      expect((await ledger.begin(free, fingerprint('b'), 'once')).charge).toBeDefined();
    });

    it('counts the requests of a day once when a charge of it is given back on the next day', async () => {
      const { stores, clock } = await openForTest(openDriver);
      const { charge } = await begin(stores.ledger, unlimited);
      clock.time += dayMs;
      await charge?.giveBack();
      expect(await stores.usage.dailyUse('acc_bob', 2)).toEqual([
        { date: '2026-01-02', requests: 1 },
        { date: '2026-01-03', requests: 0 },
      ]);
    });

    it('treats words of the language as ordinary ids', async () => {
      const { stores } = await openForTest(openDriver);
      const caller: Caller = { accountId: '__proto__', keyId: 'constructor', plan: 'enterprise' };
      await begin(stores.ledger, caller);
      expect(await stores.usage.accountUsage('__proto__')).toEqual({ minute: 1, day: 1 });
      expect(await stores.usage.keyUsage('constructor')).toMatchObject({ minute: 1, day: 1 });
      expect(await stores.usage.accountUsage('toString')).toEqual({ minute: 0, day: 0 });
      for (const key of ['__proto__', 'toString']) {
        expect((await stores.ledger.begin(caller, fingerprint('a'), key)).charge).toBeDefined();
        expect((await stores.ledger.begin(caller, fingerprint('a'), key)).charge).toBeUndefined();
      }
    });
  });
}
