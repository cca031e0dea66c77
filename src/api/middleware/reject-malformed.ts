import { invalid } from '../../model/failure.ts';
import type { ApiContext, Next } from '../http/context.ts';

/** Refuses what the parser lets through and nothing further in can deal with. */
export function rejectMalformed(ctx: ApiContext, next: Next): Promise<unknown> {
  // RFC 9112, 3.2. Node would answer by itself, without our error body.
  if (ctx.req.httpVersion === '1.1' && ctx.req.headers.host === undefined) {
    throw invalid('', 'The Host header is missing');
  }
  if (!hasPath(ctx)) throw invalid('', 'The request target is not valid');
  return next();
}

/** Koa parses an absolute target, such as `http://[`, when its path is first looked at. */
function hasPath(ctx: ApiContext): boolean {
  try {
    return typeof ctx.path === 'string';
  } catch {
    return false;
  }
}
