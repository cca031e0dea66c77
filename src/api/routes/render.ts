import type { PlanName } from '../../model/plan.ts';
import type { RenderAnswer, RenderCall } from '../../render/render.ts';
import type { ApiContext } from '../context.ts';
import { readJsonBody } from '../middleware/json-body.ts';
import { parseRenderRequest } from '../wire/parse-render-request.ts';
import { renderAnswerBody } from '../wire/render-answer.ts';

export interface RenderPorts {
  readonly render: (call: RenderCall) => Promise<RenderAnswer>;
  /** Without a trailing slash. */
  readonly baseUrl: () => string;
}

/** `POST /api/v1/render`: read → check → draw → answer. The key has been checked before. */
export function postRender(ports: RenderPorts) {
  return async (ctx: ApiContext): Promise<void> => {
    const { request, warnings } = parseRenderRequest(await readJsonBody(ctx));
    const answer = await ports.render({ request, plan: planOf(ctx) });
    ctx.set('Cache-Control', 'no-store');
    ctx.body = renderAnswerBody(answer, warnings, ports.baseUrl());
  };
}

function planOf(ctx: ApiContext): PlanName {
  if (ctx.state.identity === undefined) throw new Error('the render route needs the key check before it');
  return ctx.state.identity.plan;
}
