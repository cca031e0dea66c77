import type { ApiContext, Next } from '../context.ts';
import { errorAnswer } from '../error-body.ts';
import { answerJson } from '../json-answer.ts';

/** Turns whatever is thrown further in into the error body. */
export async function errors(ctx: ApiContext, next: Next): Promise<void> {
  try {
    await next();
  } catch (error) {
    ctx.state.failure = error ?? new Error('nothing was thrown');
    const { status, headers, body } = errorAnswer(error);
    ctx.status = status;
    ctx.set(headers);
    ctx.set('Cache-Control', 'no-store');
    answerJson(ctx, body);
  }
}
