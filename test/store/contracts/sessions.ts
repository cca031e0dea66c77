import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { sessionLimits } from '../../../src/model/session.ts';
import { dayMs, noon, type OpenDriver, openForTest } from './driver.ts';

const { idleMs, absoluteMs } = sessionLimits;
const sessionsPerAccount = 20;

/** The behaviour of every implementation of `Sessions`. */
export function describeSessionsContract(name: string, openDriver: OpenDriver): void {
  describe(`sessions of the ${name} driver`, () => {
    it('are found by their tokens, also after a restart', async () => {
      const { stores, reopen } = await openForTest(openDriver);
      const ann = await stores.sessions.create('acc_ann');
      const bob = await stores.sessions.create('acc_bob');
      expect(ann.token).toMatch(/^[0-9A-Za-z_-]{43}$/);
      expect(ann.token).not.toBe(bob.token);
      const expiresAt = new Date(noon + idleMs);
      expect(ann.expiresAt).toEqual(expiresAt);
      expect(await stores.sessions.find(ann.token)).toEqual({ accountId: 'acc_ann', expiresAt });
      const { sessions } = await reopen();
      expect(await sessions.find(ann.token)).toEqual({ accountId: 'acc_ann', expiresAt });
      expect(await sessions.find(bob.token)).toEqual({ accountId: 'acc_bob', expiresAt });
    });

    it('make the network of the client known to the account for thirty days, also after a restart', async () => {
      const { stores, clock, reopen } = await openForTest(openDriver);
      const { token } = await stores.sessions.create('acc_ann', '2001:db8:1:2::1');
      await stores.sessions.create('acc_ann');
      await stores.sessions.end(token);
      const { sessions } = await reopen();
      const knows = (address: string, accountId = 'acc_ann') => sessions.knowsNetwork(accountId, address);
      expect(await knows('2001:db8:1:2:ffff::1')).toBe(true);
      expect(await knows('2001:db8:1:3::1')).toBe(false);
      expect(await knows('2001:db8:1:2::1', 'acc_bob')).toBe(false);
      clock.time += 30 * dayMs - 1;
      expect(await knows('2001:db8:1:2::1')).toBe(true);
      clock.time += 1;
      expect(await knows('2001:db8:1:2::1')).toBe(false);
    });

    it('make the last twenty networks of an account known', async () => {
      const { stores } = await openForTest(openDriver);
      const address = (i: number) => `198.51.100.${i}`;
      await stores.sessions.create('acc_bob', address(0));
      for (let i = 0; i < 25; i++) await stores.sessions.create('acc_ann', address(i));
      const known = await Promise.all(
        Array.from({ length: 25 }, (_, i) => stores.sessions.knowsNetwork('acc_ann', address(i))),
      );
      expect(known).toEqual([...Array<boolean>(5).fill(false), ...Array<boolean>(20).fill(true)]);
      expect(await stores.sessions.knowsNetwork('acc_bob', address(0))).toBe(true);
    });

    it('are not found by anything that is not the token of an open session', async () => {
      const { stores } = await openForTest(openDriver);
      const { token } = await stores.sessions.create('acc_ann');
      const wrong = [
        '',
        token.slice(1),
        `${token}A`,
        ` ${token}`,
        `${token}\n`,
        token.toUpperCase(),
        randomBytes(32).toString('base64url'),
        '__proto__',
        'A'.repeat(100_000),
      ];
      for (const text of wrong) {
        expect(await stores.sessions.find(text)).toBeUndefined();
        await stores.sessions.end(text);
      }
      expect(await stores.sessions.find(token)).toBeDefined();
    });

    it('end at once when they are ended, also after a restart', async () => {
      const { stores, reopen } = await openForTest(openDriver);
      const { token } = await stores.sessions.create('acc_ann');
      await stores.sessions.end(token);
      expect(await stores.sessions.find(token)).toBeUndefined();
      expect(await (await reopen()).sessions.find(token)).toBeUndefined();
    });

    it('end after seven days without use, to the millisecond', async () => {
      const { stores, clock } = await openForTest(openDriver);
      const { token } = await stores.sessions.create('acc_ann');
      clock.time += idleMs - 1;
      expect((await stores.sessions.find(token))?.expiresAt).toEqual(new Date(clock.time + idleMs));
      clock.time += idleMs;
      expect(await stores.sessions.find(token)).toBeUndefined();
    });

    it('end thirty days after they began, however often they are used', async () => {
      const { stores, clock } = await openForTest(openDriver);
      const { token } = await stores.sessions.create('acc_ann');
      const end = new Date(noon + absoluteMs);
      for (; clock.time < end.getTime(); clock.time += dayMs) {
        const expected = new Date(Math.min(clock.time + idleMs, end.getTime()));
        expect((await stores.sessions.find(token))?.expiresAt).toEqual(expected);
      }
      clock.time = end.getTime() - 1;
      expect((await stores.sessions.find(token))?.expiresAt).toEqual(end);
      clock.time = end.getTime();
      expect(await stores.sessions.find(token)).toBeUndefined();
    });

    it('are extended by a use shortly before a restart', async () => {
      const { stores, reopen, clock } = await openForTest(openDriver);
      const { token } = await stores.sessions.create('acc_ann');
      clock.time += 10;
      await stores.sessions.find(token);
      const { sessions } = await reopen();
      clock.time = noon + idleMs + 9;
      expect(await sessions.find(token)).toBeDefined();
    });

    it('are twenty for each account at most, and the least recently used one ends', async () => {
      const { stores, reopen, clock } = await openForTest(openDriver);
      const bob = await stores.sessions.create('acc_bob');
      const tokens: string[] = [];
      for (let i = 0; i < sessionsPerAccount; i++) {
        clock.time += 1000;
        tokens.push((await stores.sessions.create('acc_ann')).token);
      }
      clock.time += 1000;
      const [first = '', second = '', ...others] = tokens;
      expect(await stores.sessions.find(first)).toBeDefined();
      const latest = await stores.sessions.create('acc_ann');
      expect(await stores.sessions.find(second)).toBeUndefined();
      const { sessions } = await reopen();
      expect(await sessions.find(second)).toBeUndefined();
      for (const token of [first, ...others, latest.token, bob.token]) {
        expect(await sessions.find(token)).toBeDefined();
      }
    });

    it('are twenty for each account at most when more are created at once', async () => {
      const { stores } = await openForTest(openDriver);
      const made = await Promise.all(Array.from({ length: 25 }, () => stores.sessions.create('acc_ann')));
      expect(new Set(made.map(({ token }) => token)).size).toBe(25);
      const found = await Promise.all(made.map(({ token }) => stores.sessions.find(token)));
      expect(found.filter((session) => session !== undefined)).toHaveLength(sessionsPerAccount);
    });

    it('all end with endAll, including one that is being created', async () => {
      const { stores } = await openForTest(openDriver);
      const { token } = await stores.sessions.create('acc_ann');
      const bob = await stores.sessions.create('acc_bob');
      const creating = stores.sessions.create('acc_ann');
      await stores.sessions.endAll('acc_ann');
      expect(await stores.sessions.find(token)).toBeUndefined();
      expect(await stores.sessions.find((await creating).token)).toBeUndefined();
      expect(await stores.sessions.find(bob.token)).toBeDefined();
    });

    it('end but for one with endOthers, which counts those that were open', async () => {
      const { stores, clock } = await openForTest(openDriver);
      const { sessions } = stores;
      const expired = await sessions.create('acc_ann');
      clock.time += idleMs;
      const mine = await sessions.create('acc_ann');
      const others = [await sessions.create('acc_ann'), await sessions.create('acc_ann')];
      const bob = await sessions.create('acc_bob');
      expect(await sessions.endOthers('acc_ann', mine.token)).toBe(2);
      for (const { token } of [expired, ...others]) expect(await sessions.find(token)).toBeUndefined();
      for (const { token } of [mine, bob]) expect(await sessions.find(token)).toBeDefined();
      expect(await sessions.endOthers('acc_ann', mine.token)).toBe(0);
      expect(await sessions.endOthers('acc_ann', bob.token)).toBe(1);
      expect(await sessions.endOthers('acc_bob', 'no token')).toBe(1);
    });
  });
}
