import type { ApiContext, Next } from '../http/context.ts';

/** A function that is called with the duration of a request when its answer is sent or its connection breaks. */
export type AnswerObserver = (ctx: ApiContext, ms: number) => void;

/** Calls the observers after each answer. @param clock monotonic time in milliseconds */
export function observeAnswers(observers: readonly AnswerObserver[], clock: () => number) {
  return (ctx: ApiContext, next: Next): Promise<unknown> => {
    const start = clock();
    ctx.res.on('close', () => {
      const ms = clock() - start;
      for (const observe of observers) observe(ctx, ms);
    });
    return next();
  };
}
