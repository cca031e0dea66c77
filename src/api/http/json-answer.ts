import type { ApiContext } from './context.ts';

/**
 * Answers with JSON: as a text, since of an object Koa asks whether it is a `Response`, and for the answer Node loads its
 * HTTP client.
 */
export function answerJson(ctx: ApiContext, body: object): void {
  ctx.set('Content-Type', 'application/json; charset=utf-8');
  ctx.body = JSON.stringify(body);
}
