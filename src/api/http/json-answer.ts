import type { ApiContext } from './context.ts';

/**
 * Answers with JSON. The body is set as text: Koa checks whether an object is a `Response`, which makes Node load its
 * HTTP client.
 */
export function answerJson(ctx: ApiContext, body: object): void {
  ctx.set('Content-Type', 'application/json; charset=utf-8');
  ctx.body = JSON.stringify(body);
}
