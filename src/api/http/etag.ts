/**
 * Whether the client has what an ETag names (RFC 9110, 13.1.2; tags are compared weakly). Koa's `fresh` would send it
 * again to a client that says `no-cache`, which asks for just this check.
 *
 * @param condition the `If-None-Match` header, empty when there is none
 */
export function etagMatches(condition: string, etag: string): boolean {
  return condition.split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()));
}
