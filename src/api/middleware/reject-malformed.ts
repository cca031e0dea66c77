import type { IncomingMessage } from 'node:http';
import { invalid } from '../../model/failure.ts';
import type { ApiContext, Next } from '../http/context.ts';

/** Refuses malformed requests that Node's parser accepts. */
export function rejectMalformed(ctx: ApiContext, next: Next): Promise<unknown> {
  // RFC 9112, 3.2. Node's own check would answer without the error body of the API, and accept a second header.
  const hosts = hostsIn(ctx.req);
  if (hosts === 0 && ctx.req.httpVersion === '1.1') throw invalid('', 'The Host header is missing');
  if (hosts > 1) throw invalid('', 'There must be one Host header');
  if (!hasPath(ctx)) throw invalid('', 'The request target is not valid');
  return next();
}

/** Counts the Host headers. `headers` has only the first one. */
function hostsIn({ rawHeaders }: IncomingMessage): number {
  return rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host').length;
}

/** Returns whether the target has a path. Koa throws on access for an invalid absolute target, such as `http://[`. */
function hasPath(ctx: ApiContext): boolean {
  try {
    return typeof ctx.path === 'string';
  } catch {
    return false;
  }
}
