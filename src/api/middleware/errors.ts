import type { ApiContext, Next } from '../http/context.ts';
import { errorResponse } from '../http/error-response.ts';
import { answerJson } from '../http/json-answer.ts';

/** Answers a failed request with a page. The status and the headers are set already. */
export type SendErrorPage = (ctx: ApiContext, error: unknown) => Promise<void>;

/** Answers when a later middleware throws: a browser that opens an address gets a page, every other client the error body. */
export function errors(sendErrorPage: SendErrorPage) {
  return async (ctx: ApiContext, next: Next): Promise<void> => {
    try {
      await next();
    } catch (error) {
      ctx.state.failure = error ?? new Error('nothing was thrown');
      const { status, headers, body } = errorResponse(error);
      ctx.status = status;
      ctx.set(headers);
      ctx.set('Cache-Control', 'no-store');
      if (opensPage(ctx)) await sendErrorPage(ctx, error).catch(() => answerJson(ctx, body));
      else answerJson(ctx, body);
    }
  };
}

/** Whether a browser opens the address, outside the API. */
function opensPage(ctx: ApiContext): boolean {
  const isRead = ctx.method === 'GET' || ctx.method === 'HEAD';
  // The address may be malformed, so it is not parsed.
  return isRead && !ctx.url.startsWith('/api/') && ctx.accepts('json', 'html') === 'html';
}
