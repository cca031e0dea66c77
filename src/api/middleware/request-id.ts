import type { ApiContext, Next } from '../http/context.ts';

/** Sets the id of a request on its state and its answer. Uses the id from a proxy if it is safe to log. */
export function requestId(newId: () => string) {
  return (ctx: ApiContext, next: Next): Promise<unknown> => {
    const given = ctx.get('X-Request-Id');
    ctx.state.requestId = isHarmless(given) ? given : newId();
    ctx.res.setHeader('X-Request-Id', ctx.state.requestId);
    return next();
  };
}

function isHarmless(id: string): boolean {
  return /^[\w-]{8,64}$/.test(id) && !id.includes('sk_live_');
}
