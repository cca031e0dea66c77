import type { ApiContext, Next } from '../http/context.ts';

/** Gives every request an id, and every answer that id. A proxy's own is kept when it is harmless in a log. */
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
