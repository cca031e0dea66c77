import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Quota } from '../../src/model/plan.ts';
import { allowances, counted, exhausted, noWindows, type Windows, windowsAt } from '../../src/model/quota.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const noon = Date.UTC(2026, 0, 2, 12);

const moments = fc.integer({ min: noon - 3 * dayMs, max: noon + 3 * dayMs });
/** Time between two requests: mostly within the minute, sometimes exactly to its end, or past midnight. */
const steps = fc.oneof(
  fc.integer({ min: 0, max: 30_000 }),
  fc.constantFrom(0, 1, minuteMs - 1, minuteMs, minuteMs + 1, dayMs),
  fc.integer({ min: 0, max: dayMs }),
);
const backAndForth = fc.oneof(steps, fc.integer({ min: -2 * dayMs, max: 2 * dayMs }));
const limits = fc.option(fc.integer({ min: 0, max: 5 }), { nil: null });
const quotas: fc.Arbitrary<Quota> = fc.record({ minute: limits, day: limits });
/** Any state that requests can lead to, whatever the clock does. */
const anyWindows = fc
  .tuple(moments, fc.array(backAndForth, { maxLength: 12 }))
  .map(([start, path]) => charges(start, path).windows);

function charge(windows: Windows, now: number): Windows {
  const current = windowsAt(windows, now);
  return counted(current, 1, current);
}

/** Charges a request at the start and after each step. */
function charges(start: number, path: readonly number[]): { windows: Windows; now: number } {
  let now = start;
  let windows = charge(noWindows, now);
  for (const step of path) {
    now += step;
    windows = charge(windows, now);
  }
  return { windows, now };
}

describe('windows', () => {
  it('count like a list of all charges: 60 s from the first charge, and the UTC day', () => {
    fc.assert(
      fc.property(moments, fc.array(steps, { maxLength: 40 }), (start, path) => {
        let now = start;
        let windows = charge(noWindows, now);
        let minute = [now];
        const all = [now];
        for (const step of path) {
          now += step;
          windows = charge(windows, now);
          minute = now < (minute[0] ?? now) + minuteMs ? [...minute, now] : [now];
          all.push(now);
        }
        const today = all.filter((time) => Math.floor(time / dayMs) === Math.floor(now / dayMs));
        expect(windows).toEqual({
          minuteStart: minute[0],
          minute: minute.length,
          dayNumber: Math.floor(now / dayMs),
          day: today.length,
        });
      }),
    );
  });

  it('do not change when they are read twice at the same time', () => {
    fc.assert(
      fc.property(anyWindows, moments, (windows, now) => {
        const once = windowsAt(windows, now);
        expect(windowsAt(once, now)).toEqual(once);
      }),
    );
  });

  it('never gain charges by being read', () => {
    fc.assert(
      fc.property(anyWindows, moments, (windows, now) => {
        const { minute, day } = windowsAt(windows, now);
        expect(minute).toBeLessThanOrEqual(windows.minute);
        expect(day).toBeLessThanOrEqual(windows.day);
      }),
    );
  });

  it('expire a minute and a day after they are read, whatever the clock showed before', () => {
    fc.assert(
      fc.property(anyWindows, moments, (windows, now) => {
        const seen = windowsAt(windows, now);
        expect(windowsAt(seen, now + minuteMs).minute).toBe(0);
        expect(windowsAt(seen, now + dayMs).day).toBe(0);
      }),
    );
  });

  it('keep their counts when the clock is set back', () => {
    fc.assert(
      fc.property(anyWindows, fc.integer({ min: 1, max: 3 * dayMs }), (windows, back) => {
        const now = windows.minuteStart - back;
        expect(windowsAt(windows, now)).toMatchObject({ minute: windows.minute, day: windows.day });
      }),
    );
  });

  it('start with the first request, not with one that was refunded', () => {
    const first = charge(noWindows, noon);
    const empty = counted(windowsAt(first, noon + 10_000), -1, first);
    const second = charge(empty, noon + 30_000);
    expect(second).toMatchObject({ minuteStart: noon + 30_000, minute: 1, day: 1 });
    expect(windowsAt(second, noon + minuteMs).minute).toBe(1);
    expect(windowsAt(second, noon + 30_000 + minuteMs).minute).toBe(0);
  });

  it('continue a minute past midnight', () => {
    const midnight = noon + dayMs / 2;
    const before = charge(noWindows, midnight - 1);
    expect(windowsAt(before, midnight)).toMatchObject({ minute: 1, day: 0 });
  });
});

describe('a refund', () => {
  it('undoes a charge while its windows are current, and changes no other', () => {
    fc.assert(
      fc.property(anyWindows, moments, fc.integer({ min: 0, max: 2 * dayMs }), (windows, now, later) => {
        const charged = charge(windows, now);
        const before = windowsAt(windows, now);
        const back = counted(windowsAt(charged, now + later), -1, charged);
        const isSameMinute = now + later < charged.minuteStart + minuteMs;
        const isSameDay = Math.floor((now + later) / dayMs) === charged.dayNumber;
        expect(back.minute).toBe(isSameMinute ? before.minute : 0);
        expect(back.day).toBe(isSameDay ? before.day : 0);
      }),
    );
  });

  it('does not change a later window', () => {
    const first = charge(noWindows, noon);
    const later = charge(first, noon + minuteMs);
    expect(counted(later, -1, first)).toMatchObject({ minute: 1, day: 1 });
    const tomorrow = charge(first, noon + dayMs);
    expect(counted(tomorrow, -1, first)).toEqual(tomorrow);
  });

  it('still counts after the clock was set back', () => {
    fc.assert(
      fc.property(anyWindows, moments, fc.integer({ min: 1, max: 2 * dayMs }), (windows, now, back) => {
        const charged = charge(windows, now);
        const returned = counted(windowsAt(charged, charged.minuteStart - back), -1, charged);
        expect(returned).toMatchObject({ minute: charged.minute - 1, day: charged.day - 1 });
      }),
    );
  });

  it('never leads to a count below zero', () => {
    fc.assert(
      fc.property(anyWindows, anyWindows, (windows, chargedAt) => {
        const { minute, day } = counted(windows, -1, chargedAt);
        expect(Math.min(minute, day)).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe('allowances', () => {
  it('report the quota, the remaining requests and the time of the reset', () => {
    fc.assert(
      fc.property(anyWindows, quotas, moments, (kept, quota, now) => {
        const windows = windowsAt(kept, now);
        const quotaStatus = allowances(windows, quota, now);
        expect(quotaStatus.map(({ window }) => window)).toEqual(
          (['minute', 'day'] as const).filter((window) => quota[window] !== null),
        );
        for (const { window, quota: limit, length, remaining, resetIn } of quotaStatus) {
          expect(limit).toBe(quota[window]);
          expect(length).toBe(window === 'minute' ? 60 : 86_400);
          expect(remaining).toBe(Math.max(0, limit - windows[window]));
          expect(Number.isInteger(resetIn)).toBe(true);
          expect(resetIn).toBeGreaterThan(0);
          expect(resetIn).toBeLessThanOrEqual(length);
          expect(windowsAt(windows, now + resetIn * 1000)[window]).toBe(0);
        }
      }),
    );
  });

  it('admit as many requests as the smaller limit allows, at any time of a minute', () => {
    fc.assert(
      fc.property(
        fc.record({ minute: fc.integer({ min: 0, max: 5 }), day: fc.integer({ min: 0, max: 5 }) }),
        fc.array(fc.integer({ min: 0, max: 1_500 }), { minLength: 12, maxLength: 30 }),
        (quota, path) => {
          let now = noon;
          let windows = noWindows;
          let passed = 0;
          for (const step of path) {
            now += step;
            if (exhausted(allowances(windowsAt(windows, now), quota, now)) !== undefined) continue;
            windows = charge(windows, now);
            passed += 1;
          }
          expect(passed).toBe(Math.min(quota.minute, quota.day));
        },
      ),
    );
  });

  it('are unlimited without a quota', () => {
    expect(allowances(charges(noon, [0, 0]).windows, { minute: null, day: null }, noon)).toEqual([]);
    expect(exhausted([])).toBeUndefined();
  });
});

describe('the exhausted limit', () => {
  it.each([
    ['neither', { minute: 2, day: 2 }, undefined],
    ['the minute', { minute: 1, day: 2 }, 'minute'],
    ['the day', { minute: 2, day: 1 }, 'day'],
    ['both: the day, which lasts longer', { minute: 1, day: 1 }, 'day'],
    ['a quota of nothing', { minute: 0, day: null }, 'minute'],
    ['a plan without limits', { minute: null, day: null }, undefined],
  ] as const)('after one request: %s', (_, quota, window) => {
    expect(exhausted(allowances(charge(noWindows, noon), quota, noon))?.window).toBe(window);
  });
});
