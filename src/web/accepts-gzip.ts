import type { WebContext } from './context.ts';

/** Whether the client accepts a body in gzip. The answer is declared to depend on it. */
export function acceptsGzip(ctx: WebContext): boolean {
  ctx.vary('Accept-Encoding');
  return ctx.acceptsEncodings('gzip', 'identity') === 'gzip';
}
