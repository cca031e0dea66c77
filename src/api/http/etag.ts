import type { ApiContext } from './context.ts';

/**
 * Sets the ETag and the status of an answer: 304 without a body if the client has this version, else 200. Koa's `fresh`
 * would send the body again to a client with `no-cache`, although that directive requests this very check.
 *
 * @returns whether the status is 304
 */
export function notModified(ctx: ApiContext, etag: string): boolean {
  ctx.set('ETag', etag);
  const isCurrent = etagMatches(ctx.get('If-None-Match'), etag);
  ctx.status = isCurrent ? 304 : 200;
  return isCurrent;
}

/**
 * Returns whether a condition names an ETag (RFC 9110, 13.1.2). Tags are compared weakly.
 *
 * @param condition the `If-None-Match` header, or an empty text
 */
export function etagMatches(condition: string, etag: string): boolean {
  return condition.split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()));
}
