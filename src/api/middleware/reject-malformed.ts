import { invalid } from '../../model/failure.ts';
import type { ApiContext, Next } from '../http/context.ts';

/** Refuses malformed requests that Node's parser accepts. */
export function rejectMalformed(ctx: ApiContext, next: Next): Promise<unknown> {
  // RFC 9112, 3.2. Node's own check would answer without the error body of the API.
  if (ctx.req.httpVersion === '1.1' && ctx.req.headers.host === undefined) {
    throw invalid('', 'The Host header is missing');
  }
  if (!hasPath(ctx)) throw invalid('', 'The request target is not valid');
  return next();
}

/** Returns whether the target has a path. Koa throws on access for an invalid absolute target, such as `http://[`. */
function hasPath(ctx: ApiContext): boolean {
  try {
    return typeof ctx.path === 'string';
  } catch {
    return false;
  }
}
