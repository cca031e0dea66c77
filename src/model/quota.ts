import { Failure } from './failure.ts';
import type { Quota } from './plan.ts';

/** The charged requests in the current minute and day. */
export interface Windows {
  /** Start of the minute in milliseconds since 1970: the time of its first request. */
  readonly minuteStart: number;
  readonly minute: number;
  /** UTC calendar day, counted from 1970-01-01. */
  readonly dayNumber: number;
  readonly day: number;
}

/** Number of charged requests in the current minute and day. */
export interface Usage {
  readonly minute: number;
  readonly day: number;
}

export type WindowName = keyof Quota;

/** The state of one limit of an account. */
export interface Allowance {
  readonly window: WindowName;
  readonly quota: number;
  /** Length of the window in seconds. */
  readonly length: number;
  readonly remaining: number;
  /** Seconds until the window ends and the full quota is available again, rounded up. */
  readonly resetIn: number;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

export const noWindows: Windows = { minuteStart: 0, minute: 0, dayNumber: 0, day: 0 };

/**
 * Returns the windows at a time: expired windows are empty, and an empty minute starts at that time. A window that
 * starts in the future (after the clock was set back) keeps its count and starts at that time instead. So an account
 * never gains requests, and never waits longer than one window, provided that the result is stored.
 *
 * @param now milliseconds since 1970
 */
export function windowsAt(windows: Windows, now: number): Windows {
  const today = Math.floor(now / dayMs);
  const minuteOver = windows.minute === 0 || now >= windows.minuteStart + minuteMs;
  return {
    minuteStart: minuteOver || windows.minuteStart > now ? now : windows.minuteStart,
    minute: minuteOver ? 0 : windows.minute,
    dayNumber: today,
    day: windows.dayNumber < today ? 0 : windows.day,
  };
}

/**
 * Adds a charge to the windows, or refunds one.
 *
 * @param by 1 to charge; -1 to refund, in those windows of `chargedAt` that are still current. A window that starts
 *   earlier than in `chargedAt` is the same window after the clock was set back.
 */
export function counted(windows: Windows, by: 1 | -1, chargedAt: Windows): Windows {
  const sameMinute = by > 0 || windows.minuteStart <= chargedAt.minuteStart;
  const sameDay = by > 0 || windows.dayNumber <= chargedAt.dayNumber;
  return {
    ...windows,
    minute: Math.max(0, windows.minute + (sameMinute ? by : 0)),
    day: Math.max(0, windows.day + (sameDay ? by : 0)),
  };
}

/**
 * Returns the state of each limit of an account, the shorter window first; empty without limits.
 *
 * @param windows the windows at `now`: see windowsAt
 * @param now milliseconds since 1970
 */
export function allowances(windows: Windows, quota: Quota, now: number): readonly Allowance[] {
  return [
    ...allowance('minute', quota.minute, windows.minute, minuteMs, windows.minuteStart + minuteMs - now),
    ...allowance('day', quota.day, windows.day, dayMs, (windows.dayNumber + 1) * dayMs - now),
  ];
}

function allowance(
  window: WindowName,
  quota: number | null,
  used: number,
  lengthMs: number,
  restMs: number,
): readonly Allowance[] {
  if (quota === null) return [];
  const remaining = Math.max(0, quota - used);
  return [{ window, quota, length: lengthMs / 1000, remaining, resetIn: Math.ceil(restMs / 1000) }];
}

/** Returns the exhausted limit with the longest window; undefined if another request can be charged. */
export function exhausted(quotaStatus: readonly Allowance[]): Allowance | undefined {
  return quotaStatus.findLast((allowance) => allowance.remaining === 0);
}

/** Creates the failure of a request for which a limit is exhausted. */
export function quotaRefusal({ window, quota, resetIn }: Allowance): Failure {
  const requests = quota === 1 ? '1 request' : `${quota} requests`;
  return new Failure('quotaExceeded', `The plan allows ${requests} a ${window}; try again in ${resetIn} s`, {
    retryAfter: resetIn,
  });
}
