import type Router from '@koa/router';
import { Failure } from '../../model/failure.ts';
import type { ApiContext, RequestState } from '../http/context.ts';

/**
 * Answers requests that match no route: another method of a known path, a path with a slash too many, which leads to the one
 * without, or an unknown path.
 */
export function noRoute(routers: readonly Router<RequestState>[]) {
  const methodsOf = (path: string, method: string) =>
    new Set(routers.flatMap((router) => router.match(path, method).path).flatMap(({ methods }) => methods));
  return (ctx: ApiContext): void => {
    const allowed = methodsOf(ctx.path, ctx.method);
    const [, shorter = ''] = /^(.*[^/])\/$/.exec(ctx.path) ?? [];
    if (shorter !== '' && methodsOf(shorter, ctx.method).has(ctx.method)) {
      ctx.status = 308;
      // Relative, since a proxy may have removed a path in front of this one.
      ctx.set('Location', `../${shorter.split('/').at(-1)}${ctx.search}`);
      return;
    }
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
