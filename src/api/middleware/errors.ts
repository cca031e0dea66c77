import type { ApiContext, Next } from '../http/context.ts';
import { errorAnswer } from '../http/error-body.ts';
import { answerJson } from '../http/json-answer.ts';

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
