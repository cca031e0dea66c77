import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createLoginThrottle,
  failuresPerAccount,
  failuresPerAddress,
} from '../../../../src/store/drivers/memory/login-throttle.ts';
import type { LoginThrottle } from '../../../../src/store/ports.ts';

const here = '203.0.113.7';
let throttle: LoginThrottle;

beforeEach(() => {
  // The limiter reads the clock itself, and forgets by timers.
  vi.useFakeTimers({ now: new Date('2026-01-02T03:04:05Z') });
  throttle = createLoginThrottle();
});
afterEach(() => {
  vi.useRealTimers();
});

async function fail(times: number, email: (i: number) => string, address: (i: number) => string) {
  for (let i = 0; i < times; i++) await throttle.attempt(email(i), address(i));
}
const ann = () => 'ann@example.org';
const anyone = (i: number) => `user${i}@example.org`;
const anywhere = (i: number) => `198.51.100.${i}`;

describe('login throttle', () => {
  it('lets five failures a minute pass for an account, wherever they come from', async () => {
    await fail(failuresPerAccount, ann, anywhere);
    await vi.advanceTimersByTimeAsync(15_500);
    await expect(throttle.attempt(ann(), here)).rejects.toMatchObject({
      code: 'quotaExceeded',
      status: 429,
      message: 'Too many failed logins; try again later',
      retryAfter: 45,
    });
    await throttle.attempt('bob@example.org', here);
    await vi.advanceTimersByTimeAsync(44_500);
    await fail(failuresPerAccount, ann, anywhere);
    await expect(throttle.attempt(ann(), here)).rejects.toMatchObject({ retryAfter: 60 });
  });

  it('lets twenty failures a minute pass from an address, whichever accounts they are for', async () => {
    await fail(failuresPerAddress, anyone, () => here);
    await vi.advanceTimersByTimeAsync(59_999);
    await expect(throttle.attempt('other@example.org', here)).rejects.toMatchObject({
      code: 'quotaExceeded',
      retryAfter: 1,
    });
    await throttle.attempt('other@example.org', '203.0.113.8');
    await vi.advanceTimersByTimeAsync(1);
    await throttle.attempt('other@example.org', here);
  });

  it('lets no more than five of a thousand guesses pass that come at once', async () => {
    const guesses = Array.from({ length: 1000 }, (_, i) => throttle.attempt(ann(), anywhere(i % 250)));
    const results = await Promise.allSettled(guesses);
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(failuresPerAccount);
  });

  it('counts no attempt that succeeded', async () => {
    for (let i = 0; i < 100; i++) await (await throttle.attempt(ann(), here)).succeeded();
    await fail(failuresPerAccount, ann, () => here);
    await expect(throttle.attempt(ann(), here)).rejects.toMatchObject({ code: 'quotaExceeded' });
  });

  it('forgives no failures for a success', async () => {
    await fail(failuresPerAccount - 1, ann, () => here);
    for (let i = 0; i < 10; i++) await (await throttle.attempt(ann(), here)).succeeded();
    await throttle.attempt(ann(), here);
    await expect(throttle.attempt(ann(), here)).rejects.toMatchObject({ code: 'quotaExceeded' });
  });

  it('counts no attempt that it refused', async () => {
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

  it('does not shut an account for guesses from an address that is used up', async () => {
    await fail(failuresPerAddress, anyone, () => here);
    const refused = Array.from({ length: 10 }, () => throttle.attempt(ann(), here));
    expect((await Promise.allSettled(refused)).every((result) => result.status === 'rejected')).toBe(true);
    await throttle.attempt(ann(), '203.0.113.8');
  });

  it('gives nothing to the next minute for a success of the last', async () => {
    const slow = await Promise.all(Array.from({ length: 5 }, () => throttle.attempt(ann(), here)));
    await vi.advanceTimersByTimeAsync(60_000);
    for (const attempt of slow) await attempt.succeeded();
    await fail(failuresPerAccount, ann, () => here);
    await expect(throttle.attempt(ann(), here)).rejects.toMatchObject({ code: 'quotaExceeded' });
  });

  it.each([
    ['in another case', 'ANN@Example.ORG'],
    ['with space around it', ' ann@example.org\n'],
  ])('knows an account %s', async (_, spelling) => {
    await fail(failuresPerAccount, ann, anywhere);
    await expect(throttle.attempt(spelling, here)).rejects.toMatchObject({ code: 'quotaExceeded' });
  });

  it('refuses what is no e-mail address, and does not count it', async () => {
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
  ])('takes %s as one caller: %j and %j, %s', async (_, one, other, together) => {
    await fail(failuresPerAddress, anyone, () => one);
    const attempt = throttle.attempt('other@example.org', other).then(
      () => 'passes',
      (error: { code: string }) => error.code,
    );
    expect(await attempt).toBe(together ? 'quotaExceeded' : 'passes');
  });

  it('keeps nothing when a minute is over, or when all succeeded', async () => {
    await fail(1000, anyone, (i) => `10.0.${i >> 4}.1`);
    expect(vi.getTimerCount()).toBe(1000 + 63);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(vi.getTimerCount()).toBe(0);
    for (let i = 0; i < 100; i++) await (await throttle.attempt(anyone(i), here)).succeeded();
    expect(vi.getTimerCount()).toBe(0);
  });
});
