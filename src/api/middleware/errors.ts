import type { ApiContext, Next } from '../http/context.ts';
import { errorResponse } from '../http/error-response.ts';
import { answerJson } from '../http/json-answer.ts';

/** Answers with the error body when a later middleware throws. */
export async function errors(ctx: ApiContext, next: Next): Promise<void> {
  try {
    await next();
  } catch (error) {
    ctx.state.failure = error ?? new Error('nothing was thrown');
    const { status, headers, body } = errorResponse(error);
    ctx.status = status;
    ctx.set(headers);
    ctx.set('Cache-Control', 'no-store');
    answerJson(ctx, body);
  }
}
