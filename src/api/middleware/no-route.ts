import type Router from '@koa/router';
import { Failure } from '../../model/failure.ts';
import type { ApiContext, RequestState } from '../http/context.ts';

/** Answers requests that match no route: another method of a known path, or an unknown path. */
export function noRoute(routers: readonly Router<RequestState>[]) {
  return (ctx: ApiContext): void => {
    const known = routers.flatMap((router) => router.match(ctx.path, ctx.method).path);
    const allowed = new Set(known.flatMap((layer) => layer.methods));
    if (allowed.size === 0) throw new Failure('notFound', 'There is nothing at this address');
    ctx.set('Allow', [...allowed, 'OPTIONS'].join(', '));
    if (ctx.method !== 'OPTIONS') {
      throw new Failure(
        'methodNotAllowed',
        `The method is not allowed here; allowed: ${[...allowed].join(', ')}`,
      );
    }
    ctx.status = 204;
  };
}
