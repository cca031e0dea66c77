import { beforeEach, describe, expect, it } from 'vitest';
import type { LoginThrottle } from '../../../src/store/ports.ts';

const failuresPerPair = 5;
const failuresPerAddress = 20;

export interface OpenThrottle {
  readonly throttle: LoginThrottle;
  /** Moves the clock of the throttle, in milliseconds. */
  advance(ms: number): Promise<unknown>;
}

const here = '203.0.113.7';
const ann = () => 'ann@example.org';
const anyone = (i: number) => `user${i}@example.org`;
const anywhere = (i: number) => `198.51.100.${i}`;

/** The behaviour of every implementation of `LoginThrottle`. @param open returns one that has counted nothing */
export function describeLoginThrottleContract(
  name: string,
  open: () => OpenThrottle | Promise<OpenThrottle>,
): void {
  describe(`the login throttle of the ${name} driver`, () => {
    let throttle: LoginThrottle;
    let advance: OpenThrottle['advance'];
    beforeEach(async () => {
      ({ throttle, advance } = await open());
    });

    const attempt = (email: string, address: string) => throttle.attempt({ email, address });
    const attemptOf = (accountId: string, address: string, isFromKnownNetwork = false) =>
      throttle.attempt({
        email: `${accountId}@example.org`,
        address,
        account: { id: accountId, isFromKnownNetwork },
      });

    async function fail(times: number, email: (i: number) => string, address: (i: number) => string) {
      for (let i = 0; i < times; i++) await attempt(email(i), address(i));
    }

    it('allows five failures a minute for an account from one address', async () => {
      await fail(failuresPerPair, ann, () => here);
      await advance(15_500);
      await expect(attempt(ann(), here)).rejects.toMatchObject({
        code: 'quotaExceeded',
        status: 429,
        message: 'Too many failed logins; try again later',
        retryAfter: 45,
      });
      await attempt('bob@example.org', here);
      await attempt(ann(), '203.0.113.8');
      await advance(44_500);
      await fail(failuresPerPair, ann, () => here);
      await expect(attempt(ann(), here)).rejects.toMatchObject({ retryAfter: 60 });
    });

    it('allows fifty failures an hour for an account, except from networks that it knows', async () => {
      for (let i = 0; i < 50; i++) await attemptOf('ann', anywhere(i));
      await expect(attemptOf('ann', here)).rejects.toMatchObject({ code: 'quotaExceeded', retryAfter: 3600 });
      await attemptOf('bob', here);
      await (await attemptOf('ann', here, true)).succeeded();
      for (let i = 0; i < failuresPerPair; i++) await attemptOf('ann', here, true);
      await expect(attemptOf('ann', here, true)).rejects.toMatchObject({ retryAfter: 60 });
      await advance(3_600_000);
      await attemptOf('ann', here);
    });

    it('adds at most five failures an hour from one address to those of an account', async () => {
      for (let minute = 0; minute < 50; minute++) {
        for (let i = 0; i < failuresPerPair; i++) await attemptOf('ann', here);
        await advance(60_000);
      }
      for (let i = 0; i < 45; i++) await attemptOf('ann', anywhere(i));
      await expect(attemptOf('ann', '203.0.113.8')).rejects.toMatchObject({ code: 'quotaExceeded' });
      // An address that adds nothing is bound all the same.
      await expect(attemptOf('ann', here)).rejects.toMatchObject({ code: 'quotaExceeded' });
    });

    it('counts no refused attempt and no success against an account', async () => {
      for (let i = 0; i < 49; i++) await attemptOf('ann', anywhere(i));
      const burst = Array.from({ length: 30 }, (_, i) => attemptOf('ann', anywhere(100 + i)));
      const passed = (await Promise.allSettled(burst)).flatMap((result) =>
        result.status === 'fulfilled' ? [result.value] : [],
      );
      expect(passed).toHaveLength(1);
      for (const one of passed) await one.succeeded();
      await attemptOf('ann', here);
      await expect(attemptOf('ann', '203.0.113.8')).rejects.toMatchObject({ code: 'quotaExceeded' });
    });

    it('allows twenty failures a minute from an address, for any account', async () => {
      await fail(failuresPerAddress, anyone, () => here);
      await advance(59_999);
      await expect(attempt('other@example.org', here)).rejects.toMatchObject({
        code: 'quotaExceeded',
        retryAfter: 1,
      });
      await attempt('other@example.org', '203.0.113.8');
      await advance(1);
      await attempt('other@example.org', here);
    });

    it('allows five of a thousand guesses that are made at once', async () => {
      const guesses = Array.from({ length: 1000 }, () => attempt(ann(), here));
      const results = await Promise.allSettled(guesses);
      expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(failuresPerPair);
    });

    it('does not count an attempt that succeeded', async () => {
      for (let i = 0; i < 100; i++) await (await attempt(ann(), here)).succeeded();
      await fail(failuresPerPair, ann, () => here);
      await expect(attempt(ann(), here)).rejects.toMatchObject({ code: 'quotaExceeded' });
    });

    it('does not reset the failures after a success', async () => {
      await fail(failuresPerPair - 1, ann, () => here);
      for (let i = 0; i < 10; i++) await (await attempt(ann(), here)).succeeded();
      await attempt(ann(), here);
      await expect(attempt(ann(), here)).rejects.toMatchObject({ code: 'quotaExceeded' });
    });

    it('does not count an attempt that it refused', async () => {
      const burst = Array.from({ length: 12 }, () => attempt(ann(), here));
      const passed = (await Promise.allSettled(burst)).flatMap((result) =>
        result.status === 'fulfilled' ? [result.value] : [],
      );
      expect(passed).toHaveLength(failuresPerPair);
      for (const attempt of passed) await attempt.succeeded();
      await fail(failuresPerPair, ann, () => here);
      // Nor for the address: of its twenty only five are used.
      await fail(failuresPerAddress - failuresPerPair, anyone, () => here);
      await expect(attempt('other@example.org', here)).rejects.toMatchObject({
        code: 'quotaExceeded',
      });
    });

    it('does not block an account for guesses from an address that is blocked', async () => {
      await fail(failuresPerAddress, anyone, () => here);
      const refused = Array.from({ length: 10 }, () => attempt(ann(), here));
      expect((await Promise.allSettled(refused)).every((result) => result.status === 'rejected')).toBe(true);
      await attempt(ann(), '203.0.113.8');
    });

    it('gives nothing back to the next minute for a success in the previous one', async () => {
      const slow = await Promise.all(Array.from({ length: 5 }, () => attempt(ann(), here)));
      await advance(60_000);
      for (const attempt of slow) await attempt.succeeded();
      await fail(failuresPerPair, ann, () => here);
      await expect(attempt(ann(), here)).rejects.toMatchObject({ code: 'quotaExceeded' });
    });

    it.each([
      ['in another case', 'ANN@Example.ORG'],
      ['with space around it', ' ann@example.org\n'],
    ])('recognises an account %s', async (_, spelling) => {
      await fail(failuresPerPair, ann, () => here);
      await expect(attempt(spelling, here)).rejects.toMatchObject({ code: 'quotaExceeded' });
    });

    it('refuses an invalid e-mail address, and does not count it', async () => {
      for (let i = 0; i < failuresPerAddress; i++) {
        await expect(attempt('x'.repeat(100_000), here)).rejects.toMatchObject({
          code: 'badEmail',
        });
      }
      await attempt(ann(), here);
    });

    it.each([
      ['addresses of one IPv6 /64', '2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff', true],
      ['one IPv6 address in two notations', '2001:db8::1', '2001:0DB8:0:0:0:0:0:1', true],
      ['an IPv4 address, also as IPv6', here, `::ffff:${here}`, true],
      ['one link-local address with and without a zone', 'fe80::1', 'fe80::1%eth0', true],
      ['what is no address', '', 'unix:', true],
      ['the next IPv6 /64', '2001:db8:1:2::1', '2001:db8:1:3::1', false],
      ['two IPv4 addresses', '203.0.113.7', '203.0.113.8', false],
      ['two IPv4 addresses as IPv6', '::ffff:203.0.113.7', '::ffff:203.0.113.8', false],
      ['an address and what is none', here, 'unix:', false],
    ])('decides whether %s are one client: %j and %j, %s', async (_, one, other, together) => {
      await fail(failuresPerAddress, anyone, () => one);
      const outcome = attempt('other@example.org', other).then(
        () => 'passes',
        (error: { code: string }) => error.code,
      );
      expect(await outcome).toBe(together ? 'quotaExceeded' : 'passes');
    });
  });
}
