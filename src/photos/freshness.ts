import CachePolicy from 'http-cache-semantics';
import { type Validators, validatorPattern } from './ports.ts';

const hourMs = 60 * 60 * 1000;

/** How long a photo is fresh when its host does not say: many users post the same list again within minutes. */
export const silentHostMs = hourMs;
/** Maximum freshness: after seven days the host is asked again, whatever it said. */
export const ageLimitMs = 7 * 24 * hourMs;

/** Freshness of a photo, as its host allows it. */
export interface Freshness {
  /** Whether the photo may be stored beyond the request. */
  readonly store: boolean;
  /** How long the photo is fresh, in milliseconds from the answer; 0 to ask the host each time. */
  readonly freshForMs: number;
}

type Headers = Readonly<Record<string, string>>;

/**
 * Reads an answer, 200 or 304, as a shared cache does (RFC 9111). `stale-while-revalidate` and `stale-if-error` are
 * permissions and are not used: a stale photo is never shown.
 *
 * @param headers names in lower case
 * @param at when the answer came
 * @param formerMs for a 304: the previous freshness of the photo, used if the 304 does not state one
 */
export function freshness(headers: Headers, at: Date, formerMs: number = silentHostMs): Freshness {
  const policy = new CachePolicy(
    { headers: {} },
    { status: 200, headers: readable(headers, at) },
    policyOptions,
  );
  if (!policy.storable()) return { store: false, freshForMs: 0 };
  const lifeMs = saysNothing(headers) ? formerMs : (policy.maxAge() - ageInSeconds(headers)) * 1000;
  return { store: true, freshForMs: Math.round(Math.min(Math.max(lifeMs, 0), ageLimitMs)) };
}

/** Whether a photo is fresh. A time in the future is ignored: it means that the clock was set back. */
export function isFresh(
  { checkedAt, freshUntil }: { readonly checkedAt: number; readonly freshUntil: number },
  at: Date,
): boolean {
  const now = at.getTime();
  return checkedAt <= now && now < Math.min(freshUntil, checkedAt + ageLimitMs);
}

/** Returns the validators for the next request. Those that cannot be sent back are left out. */
export function validatorsOf(headers: Headers): Validators {
  const { etag = '', 'last-modified': lastModified = '' } = headers;
  return {
    ...(validatorPattern.test(etag) && { etag }),
    ...(validatorPattern.test(lastModified) && { lastModified }),
  };
}

/**
 * Heuristic freshness, from the photo's age or from `immutable`, is off: a host that names no time gets
 * `silentHostMs`.
 */
const policyOptions = { shared: true, cacheHeuristic: 0, immutableMinTimeToLive: 0 };

/**
 * Returns headers in the form that the library needs: it recognises directives in lower case only, and uses its own
 * clock without `date`.
 */
function readable(headers: Headers, at: Date): Headers {
  // Cookies are never sent, so an answer that sets one is the same for every client.
  const { 'set-cookie': _, date = '', ...rest } = headers;
  return {
    ...rest,
    ...(rest['cache-control'] !== undefined && { 'cache-control': rest['cache-control'].toLowerCase() }),
    ...(rest['pragma'] !== undefined && { pragma: rest['pragma'].toLowerCase() }),
    date: Number.isNaN(Date.parse(date)) ? at.toUTCString() : date,
  };
}

function saysNothing({ 'cache-control': control = '', pragma = '', expires, vary = '' }: Headers): boolean {
  return (
    expires === undefined &&
    vary.trim() !== '*' &&
    !/no-cache/i.test(pragma) &&
    !/\b(?:max-age|s-maxage|no-cache|must-revalidate|proxy-revalidate)\b/i.test(control)
  );
}

/** Time in seconds that the answer has spent in caches (RFC 9111, 5.1). */
function ageInSeconds({ age = '' }: Headers): number {
  return /^\d{1,9}$/.test(age) ? Number(age) : 0;
}
