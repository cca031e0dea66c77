import type { ApiContext, Next } from '../http/context.ts';

/** Forbids caches to store the answer, which is private to one account. */
export function noStore(ctx: ApiContext, next: Next): Promise<unknown> {
  ctx.res.setHeader('Cache-Control', 'no-store');
  return next();
}
