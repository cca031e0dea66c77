import type { Quota } from './plan.ts';

/** The requests that have been charged in the minute and in the day that run. */
export interface Windows {
  /** Milliseconds since 1970 at which the minute began: that of its first request. */
  readonly minuteStart: number;
  readonly minute: number;
  /** UTC calendar day, counted from 1970-01-01. */
  readonly dayNumber: number;
  readonly day: number;
}

/** Requests charged in the minute and in the day that run. */
export interface Usage {
  readonly minute: number;
  readonly day: number;
}

export type WindowName = keyof Quota;

/** One limit of an account and where it stands. */
export interface Allowance {
  readonly window: WindowName;
  readonly quota: number;
  /** Seconds from the window's beginning to its end. */
  readonly length: number;
  readonly remaining: number;
  /** Seconds until the window ends and everything is there again, rounded up. */
  readonly resetIn: number;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

export const noWindows: Windows = { minuteStart: 0, minute: 0, dayNumber: 0, day: 0 };

/**
 * The windows as they stand at a moment: those that are over are empty, and an empty minute begins now. A window that
 * begins in the future (the clock was put back) begins now instead, with its count: so nobody gets more, and nobody
 * waits for longer than one window, if only the result is kept.
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
 * @param by 1 to charge, -1 to give back: to the windows of `chargedAt`, if they still run. One that begins earlier is
 * the same one, put back with the clock.
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
 * Where an account stands with each of its limits, the shorter first; none without limits.
 *
 * @param windows as they stand now: see windowsAt
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

/** The limit that is used up, the one that lasts longest; undefined when another request may be charged. */
export function exhausted(quotaStatus: readonly Allowance[]): Allowance | undefined {
  return quotaStatus.findLast((allowance) => allowance.remaining === 0);
}
