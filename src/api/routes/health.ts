import { Failure } from '../../model/failure.ts';
import type { ApiContext } from '../http/context.ts';
import { answerJson } from '../http/json-answer.ts';

/** `GET /healthz`: the process is alive. */
export function healthz(ctx: ApiContext): void {
  answerOk(ctx);
}

/** `GET /readyz`: pictures can be drawn. */
export function readyz(isReady: () => boolean) {
  return (ctx: ApiContext): void => {
    if (!isReady()) throw new Failure('noCapacity', 'The renderers are not ready', { retryAfter: 1 });
    answerOk(ctx);
  };
}

function answerOk(ctx: ApiContext): void {
  ctx.set('Cache-Control', 'no-store');
  answerJson(ctx, { success: true });
}
