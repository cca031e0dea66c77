import type { ThemeName } from '../../model/vocabulary.ts';
import type { Caller } from '../../render/ports.ts';
import type { RenderAnswer, RenderCall } from '../../render/render.ts';
import type { ApiContext } from '../http/context.ts';
import { answerJson } from '../http/json-answer.ts';
import { RequestDeadline } from '../http/request-deadline.ts';
import { readJsonText } from '../middleware/json-body.ts';
import { requestReader } from '../wire/parse-render-request.ts';
import { renderAnswerBody } from '../wire/render-answer.ts';

export interface RenderPorts {
  readonly render: (call: RenderCall) => Promise<RenderAnswer>;
  /** Without a trailing slash. */
  readonly baseUrl: () => string;
  /** After so many milliseconds a request is refused instead. */
  readonly renderWithinMs: number;
  /** The themes that a request may name. */
  readonly themes: readonly ThemeName[];
}

/** `POST /api/v1/render`: read → check → draw → answer. Who is calling has been checked before. */
export function postRender(ports: RenderPorts) {
  const readRequest = requestReader(ports.themes);
  return async (ctx: ApiContext): Promise<void> => {
    const { request, warnings } = readRequest(await readJsonText(ctx));
    const deadline = new RequestDeadline(ctx, ports.renderWithinMs);
    try {
      const answer = await ports.render({ request, caller: callerOf(ctx), deadline });
      ctx.state.quotaStatus = answer.quotaStatus;
      ctx.set('Cache-Control', 'no-store');
      answerJson(ctx, renderAnswerBody(answer, warnings, ports.baseUrl()));
    } finally {
      deadline.end();
    }
  };
}

function callerOf(ctx: ApiContext): Caller {
  if (ctx.state.identity === undefined) throw new Error('the render route needs to know who is calling');
  return ctx.state.identity;
}
