import { inSequence, type Step } from './in-sequence.ts';

/** Routes without parameters, found by method and path. Each skips the router, which composes its middleware for each request. */
export class FixedRoutes {
  readonly #routes = new Map<string, { readonly path: string; readonly answer: Step }>();

  /** Adds a route. @param steps its middleware, at least one; the last one answers */
  add(method: string, path: string, steps: readonly Step[]): void {
    this.#routes.set(`${method} ${path}`, { path, answer: inSequence(steps) });
  }

  /** Returns a middleware that answers requests for the routes and passes on all others. */
  middleware(): Step {
    return (ctx, next) => {
      const route = this.#routes.get(`${ctx.method} ${ctx.path}`);
      if (route === undefined) return next();
      // As @koa/router leaves it for the metrics.
      ctx['_matchedRoute'] = route.path;
      return route.answer(ctx, next);
    };
  }
}
