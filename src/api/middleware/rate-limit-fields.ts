import type { ServerResponse } from 'node:http';
import { Failure } from '../../model/failure.ts';
import type { Allowance } from '../../model/quota.ts';
import type { Caller } from '../../render/ports.ts';
import type { ApiContext, Next } from '../http/context.ts';

/** The largest integer of a structured field (RFC 9651, 3.3.1), used where there is no limit. */
const unlimited = 999_999_999_999_999;

export type QuotaStatus = (caller: Caller) => Promise<readonly Allowance[]>;

/**
 * Adds the plan's quotas and what remains of them to every answer, including errors, unless the database is away. Runs after
 * authentication.
 */
export function rateLimitFields(quotaStatus: QuotaStatus) {
  return async (ctx: ApiContext, next: Next): Promise<void> => {
    let isAway = false;
    try {
      await next();
    } catch (error) {
      isAway = isDatabaseAway(error);
      throw error;
    } finally {
      const { identity, quotaStatus: known } = ctx.state;
      // What has been drawn and charged is answered even if the database goes away now.
      const status = known ?? (identity && !isAway && (await quotaStatus(identity).catch(undefinedIfAway)));
      if (status) setRateLimit(ctx.res, status);
    }
  };
}

function isDatabaseAway(error: unknown): boolean {
  return error instanceof Failure && error.code === 'databaseUnavailable';
}

function undefinedIfAway(error: unknown): undefined {
  if (!isDatabaseAway(error)) throw error;
}

/**
 * Sets `RateLimit-Policy` and `RateLimit`, lists of structured fields (draft-ietf-httpapi-ratelimit-headers-10, 3 and 4):
 * `q` is the quota, `w` the window in seconds, `r` the remainder and `t` the seconds until the quota is reset.
 */
function setRateLimit(res: ServerResponse, quotaStatus: readonly Allowance[]): void {
  const policies = quotaStatus.map(({ window, quota, length }) => `"${window}";q=${quota};w=${length}`);
  const states = quotaStatus.map(
    ({ window, remaining, resetIn }) => `"${window}";r=${remaining};t=${resetIn}`,
  );
  res.setHeader('RateLimit-Policy', policies.join(', ') || `"unlimited";q=${unlimited}`);
  res.setHeader('RateLimit', states.join(', ') || `"unlimited";r=${unlimited}`);
}
