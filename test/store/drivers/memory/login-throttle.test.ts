import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLoginThrottle } from '../../../../src/store/drivers/memory/login-throttle.ts';
import { describeLoginThrottleContract } from '../../contracts/login-throttle.ts';

// The limiter reads the clock itself, and expires entries with timers.
beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-01-02T03:04:05Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

describeLoginThrottleContract('memory', () => ({
  throttle: createLoginThrottle(),
  advance: (ms) => vi.advanceTimersByTimeAsync(ms),
}));

describe('the login throttle in memory', () => {
  it('holds nothing when a minute is over, or when all attempts succeeded', async () => {
    const throttle = createLoginThrottle();
    for (let i = 0; i < 1000; i++)
      await throttle.attempt({ email: `user${i}@example.org`, address: `10.0.${i >> 4}.1` });
    expect(vi.getTimerCount()).toBe(1000 + 63);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(vi.getTimerCount()).toBe(0);
    for (let i = 0; i < 100; i++) {
      const guess = { email: `user${i}@example.org`, address: '203.0.113.7' };
      await (await throttle.attempt(guess)).succeeded();
    }
    expect(vi.getTimerCount()).toBe(0);
  });
});
