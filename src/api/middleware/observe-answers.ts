import type { ApiContext, Next } from '../http/context.ts';

/** Called when an answer has been sent, or its connection has broken, with the duration of the request. */
export type AnswerObserver = (ctx: ApiContext, ms: number) => void;

/** @param clock milliseconds, from a clock that never goes back */
export function observeAnswers(observers: readonly AnswerObserver[], clock: () => number) {
  return (ctx: ApiContext, next: Next): Promise<unknown> => {
    const start = clock();
    ctx.res.once('close', () => {
      const ms = clock() - start;
      for (const observe of observers) observe(ctx, ms);
    });
    return next();
  };
}
