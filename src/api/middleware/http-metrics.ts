import type { ApiContext } from '../http/context.ts';
import type { Metrics } from '../http/metrics.ts';
import type { AnswerObserver } from './observe-answers.ts';

/** The methods with a label of their own. Clients may send any method, but the labels of a metric must be bounded. */
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
/** nginx's status for a client that closed the connection before the answer began. It is never sent. */
const clientGone = 499;

/** Counts and times requests. */
export function httpMetrics({ answered }: Metrics['http']): AnswerObserver {
  return (ctx, ms) =>
    answered({
      route: routeOf(ctx),
      method: methods.includes(ctx.method) ? ctx.method : 'other',
      status: ctx.res.headersSent ? ctx.res.statusCode : clientGone,
      ms,
    });
}

/** Returns the path of the route, which @koa/router leaves on the context; `none` where no route matched. */
function routeOf(ctx: ApiContext): string {
  return String(ctx['_matchedRoute'] ?? 'none');
}
