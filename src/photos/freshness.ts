import CachePolicy from 'http-cache-semantics';
import { type Validators, validatorPattern } from './ports.ts';

const hourMs = 60 * 60 * 1000;

/** How long a picture is fresh whose host says nothing: people post the same list again within minutes. */
export const silentHostMs = hourMs;
/** However long a host calls a picture fresh, it is asked again after seven days. */
export const ageLimitMs = 7 * 24 * hourMs;

/** What a host allows to be done with its picture. */
export interface Freshness {
  /** Whether it may be kept beyond the request. */
  readonly store: boolean;
  /** How long it need not be asked about, in milliseconds from the answer; 0 to ask each time. */
  readonly freshForMs: number;
}

type Headers = Readonly<Record<string, string>>;

/**
 * Reads an answer, 200 or 304, as a shared cache does (RFC 9111). `stale-while-revalidate` and `stale-if-error` are
 * permissions, and not used: a stale picture is never shown.
 *
 * @param headers names in lower case
 * @param at when the answer came
 * @param formerMs for a 304: for how long the picture was fresh before, which stands if the 304 says nothing of it
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

/** Whether a picture need not be asked about. A moment in the future comes from a clock put back, and is not believed. */
export function isFresh(
  { checkedAt, freshUntil }: { readonly checkedAt: number; readonly freshUntil: number },
  at: Date,
): boolean {
  const now = at.getTime();
  return checkedAt <= now && now < Math.min(freshUntil, checkedAt + ageLimitMs);
}

/** What the host gave to ask again with. One that cannot be sent back is as good as none. */
export function validatorsOf(headers: Headers): Validators {
  const { etag = '', 'last-modified': lastModified = '' } = headers;
  return {
    ...(validatorPattern.test(etag) && { etag }),
    ...(validatorPattern.test(lastModified) && { lastModified }),
  };
}

/** No share of the picture's age and no day for `immutable` alone: a host that names no time gets `silentHostMs`. */
const policyOptions = { shared: true, cacheHeuristic: 0, immutableMinTimeToLive: 0 };

/** The headers as the library needs them: it takes directives in lower case only, and else its own clock. */
function readable(headers: Headers, at: Date): Headers {
  // Cookies are never sent, so an answer that sets one is still the answer that everybody gets.
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

/** How long the answer has lain in caches on its way (RFC 9111, 5.1). */
function ageInSeconds({ age = '' }: Headers): number {
  return /^\d{1,9}$/.test(age) ? Number(age) : 0;
}
