import type { Config } from '../config/config.ts';
import { Failure } from '../model/failure.ts';
import type { Quota } from '../model/plan.ts';
import { isVisitor } from '../model/visitor.ts';
import type { Caller } from '../render/ports.ts';

export type FailureLimits = Pick<
  Config,
  | 'plans'
  | 'failedMinute'
  | 'failedUnlimitedMinute'
  | 'visitorFailedMinute'
  | 'visitorFailedDay'
  | 'visitorPhotosHour'
>;

/** Returns how many renders of a caller may fail. */
export function allowedFailures({ accountId, plan }: Caller, limits: FailureLimits): Quota {
  if (isVisitor(accountId)) return { minute: limits.visitorFailedMinute, day: limits.visitorFailedDay };
  const { minute } = limits.plans[plan];
  return { minute: minute === null ? limits.failedUnlimitedMinute : minute + limits.failedMinute, day: null };
}

/** @param retryAfter in seconds */
export function tooManyFailures(retryAfter: number): Failure {
  return refusal('Too many requests have failed', retryAfter);
}

/** @param retryAfter in seconds */
export function tooManyPhotos(retryAfter: number): Failure {
  return refusal('Too many photos for one hour without an account', retryAfter);
}

function refusal(reason: string, retryAfter: number): Failure {
  return new Failure('quotaExceeded', `${reason}; try again in ${retryAfter} s`, { retryAfter });
}
