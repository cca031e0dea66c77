import type { Config } from '../config/config.ts';
import { Failure } from '../model/failure.ts';
import type { Quota } from '../model/plan.ts';
import { isVisitor } from '../model/visitor.ts';
import type { Caller } from '../render/ports.ts';

export type UnchargedLimits = Pick<
  Config,
  | 'plans'
  | 'failedMinute'
  | 'failedUnlimitedMinute'
  | 'visitorFailedMinute'
  | 'visitorFailedDay'
  | 'visitorPhotosHour'
  | 'uploadsDay'
  | 'visitorUploadsDay'
>;

/** Returns how many renders of a caller may fail. */
export function allowedFailures({ accountId, plan }: Caller, limits: UnchargedLimits): Quota {
  if (isVisitor(accountId)) return { minute: limits.visitorFailedMinute, day: limits.visitorFailedDay };
  const { minute } = limits.plans[plan];
  return { minute: minute === null ? limits.failedUnlimitedMinute : minute + limits.failedMinute, day: null };
}

/** Returns how many photos a caller may upload in a day. */
export function allowedUploads(
  accountId: string,
  { uploadsDay, visitorUploadsDay }: Pick<UnchargedLimits, 'uploadsDay' | 'visitorUploadsDay'>,
): number {
  return isVisitor(accountId) ? visitorUploadsDay : uploadsDay;
}

/** @param retryAfter in seconds */
export function tooManyFailures(retryAfter: number): Failure {
  return refusal('Too many requests have failed', retryAfter);
}

/** @param retryAfter in seconds */
export function tooManyPhotos(retryAfter: number): Failure {
  return refusal('Too many photos for one hour without an account', retryAfter);
}

/** @param retryAfter in seconds */
export function tooManyUploads(retryAfter: number): Failure {
  return refusal('Too many photos were uploaded today', retryAfter);
}

function refusal(reason: string, retryAfter: number): Failure {
  return new Failure('quotaExceeded', `${reason}; try again in ${retryAfter} s`, { retryAfter });
}
