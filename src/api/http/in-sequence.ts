import type { Middleware } from 'koa';
import type { RequestState } from './context.ts';

export type Step = Middleware<RequestState>;

/** Returns one middleware that runs others in order. Koa's own composition also counts the calls of `next`, which takes longer. */
export function inSequence(steps: readonly Step[]): Step {
  return steps.reduceRight((rest, step) => (ctx, next) => step(ctx, () => rest(ctx, next)));
}
