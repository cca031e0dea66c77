import type { ApiContext, Next } from '../http/context.ts';

/** What is for one person's eyes is kept by no cache. */
export function noStore(ctx: ApiContext, next: Next): Promise<unknown> {
  ctx.set('Cache-Control', 'no-store');
  return next();
}
