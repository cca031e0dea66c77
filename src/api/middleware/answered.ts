import type { ApiContext, Next } from '../http/context.ts';

/** Is told of a request when its answer has gone out, or its connection has broken, and how many milliseconds it took. */
export type AnswerWatcher = (ctx: ApiContext, ms: number) => void;

/** @param clock milliseconds, of a clock that never goes back */
export function answered(watchers: readonly AnswerWatcher[], clock: () => number) {
  return (ctx: ApiContext, next: Next): Promise<unknown> => {
    const start = clock();
    ctx.res.once('close', () => {
      const ms = clock() - start;
      for (const watch of watchers) watch(ctx, ms);
    });
    return next();
  };
}
