import { beforeEach, describe, expect, it } from 'vitest';
import type { LoginThrottle } from '../../../src/store/ports.ts';

const failuresPerAccount = 5;
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
export function describeLoginThrottleContract(name: string, open: () => OpenThrottle): void {
  describe(`the login throttle of the ${name} driver`, () => {
    let throttle: LoginThrottle;
    let advance: OpenThrottle['advance'];
    beforeEach(() => {
      ({ throttle, advance } = open());
    });

    async function fail(times: number, email: (i: number) => string, address: (i: number) => string) {
      for (let i = 0; i < times; i++) await throttle.attempt(email(i), address(i));
    }

    it('allows five failures a minute for an account, from any address', async () => {
      await fail(failuresPerAccount, ann, anywhere);
      await advance(15_500);
      await expect(throttle.attempt(ann(), here)).rejects.toMatchObject({
        code: 'quotaExceeded',
        status: 429,
        message: 'Too many failed logins; try again later',
        retryAfter: 45,
      });
      await throttle.attempt('bob@example.org', here);
      await advance(44_500);
      await fail(failuresPerAccount, ann, anywhere);
      await expect(throttle.attempt(ann(), here)).rejects.toMatchObject({ retryAfter: 60 });
    });

    it('allows twenty failures a minute from an address, for any account', async () => {
      await fail(failuresPerAddress, anyone, () => here);
      await advance(59_999);
      await expect(throttle.attempt('other@example.org', here)).rejects.toMatchObject({
        code: 'quotaExceeded',
        retryAfter: 1,
      });
      await throttle.attempt('other@example.org', '203.0.113.8');
      await advance(1);
      await throttle.attempt('other@example.org', here);
    });

    it('allows five of a thousand guesses that are made at once', async () => {
      const guesses = Array.from({ length: 1000 }, (_, i) => throttle.attempt(ann(), anywhere(i % 250)));
      const results = await Promise.allSettled(guesses);
      expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(failuresPerAccount);
    });

    it('does not count an attempt that succeeded', async () => {
      for (let i = 0; i < 100; i++) await (await throttle.attempt(ann(), here)).succeeded();
      await fail(failuresPerAccount, ann, () => here);
      await expect(throttle.attempt(ann(), here)).rejects.toMatchObject({ code: 'quotaExceeded' });
    });

    it('does not reset the failures after a success', async () => {
      await fail(failuresPerAccount - 1, ann, () => here);
      for (let i = 0; i < 10; i++) await (await throttle.attempt(ann(), here)).succeeded();
      await throttle.attempt(ann(), here);
      await expect(throttle.attempt(ann(), here)).rejects.toMatchObject({ code: 'quotaExceeded' });
    });

    it('does not count an attempt that it refused', async () => {
      const burst = Array.from({ length: 12 }, () => throttle.attempt(ann(), here));
      const passed = (await Promise.allSettled(burst)).flatMap((result) =>
        result.status === 'fulfilled' ? [result.value] : [],
      );
      expect(passed).toHaveLength(failuresPerAccount);
      for (const attempt of passed) await attempt.succeeded();
      await fail(failuresPerAccount, ann, () => here);
      // Nor for the address: of its twenty only five are used.
      await fail(failuresPerAddress - failuresPerAccount, anyone, () => here);
      await expect(throttle.attempt('other@example.org', here)).rejects.toMatchObject({
        code: 'quotaExceeded',
      });
    });

    it('does not block an account for guesses from an address that is blocked', async () => {
      await fail(failuresPerAddress, anyone, () => here);
      const refused = Array.from({ length: 10 }, () => throttle.attempt(ann(), here));
      expect((await Promise.allSettled(refused)).every((result) => result.status === 'rejected')).toBe(true);
      await throttle.attempt(ann(), '203.0.113.8');
    });

    it('gives nothing back to the next minute for a success in the previous one', async () => {
      const slow = await Promise.all(Array.from({ length: 5 }, () => throttle.attempt(ann(), here)));
      await advance(60_000);
      for (const attempt of slow) await attempt.succeeded();
      await fail(failuresPerAccount, ann, () => here);
      await expect(throttle.attempt(ann(), here)).rejects.toMatchObject({ code: 'quotaExceeded' });
    });

    it.each([
      ['in another case', 'ANN@Example.ORG'],
      ['with space around it', ' ann@example.org\n'],
    ])('recognises an account %s', async (_, spelling) => {
      await fail(failuresPerAccount, ann, anywhere);
      await expect(throttle.attempt(spelling, here)).rejects.toMatchObject({ code: 'quotaExceeded' });
    });

    it('refuses an invalid e-mail address, and does not count it', async () => {
      for (let i = 0; i < failuresPerAddress; i++) {
        await expect(throttle.attempt('x'.repeat(100_000), here)).rejects.toMatchObject({
          code: 'badEmail',
        });
      }
      await throttle.attempt(ann(), here);
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
      const attempt = throttle.attempt('other@example.org', other).then(
        () => 'passes',
        (error: { code: string }) => error.code,
      );
      expect(await attempt).toBe(together ? 'quotaExceeded' : 'passes');
    });
  });
}
