import type { ApiContext } from '../http/context.ts';
import type { Metrics } from '../http/metrics.ts';
import type { AnswerWatcher } from './answered.ts';

/** What any caller may send as a method is without end; labels must not be. */
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
/** nginx's name for a caller who went away before the answer began: none of the statuses we send. */
const callerGone = 499;

/** Counts and times requests. */
export function httpMetrics({ answered }: Metrics['http']): AnswerWatcher {
  return (ctx, ms) =>
    answered({
      route: routeOf(ctx),
      method: methods.includes(ctx.method) ? ctx.method : 'other',
      status: ctx.res.headersSent ? ctx.res.statusCode : callerGone,
      ms,
    });
}

/** The pattern of the route, as @koa/router leaves it on the context; `none` for what no route has answered. */
function routeOf(ctx: ApiContext): string {
  return String(ctx['_matchedRoute'] ?? 'none');
}
