import type { ApiContext, Next } from '../../api/http/context.ts';
import type { SessionPorts } from '../../api/middleware/session.ts';
import { clientNetwork } from '../../model/client-network.ts';
import type { Quota } from '../../model/plan.ts';
import { visitorId } from '../../model/visitor.ts';
import { visitorOf } from '../visit.ts';

export interface PageCallerPorts extends SessionPorts {
  /** The client's address; only proxies that are trusted are believed. */
  readonly addressOf: (req: ApiContext['req']) => string;
  /** What whoever is not logged in may have drawn, for each client address. */
  readonly visitorQuota: Quota;
}

/**
 * For whom a page has a picture drawn: whoever is logged in, on their account and plan; anybody else as a visitor, with a
 * watermark and a quota by address. API keys are not looked at.
 */
export function pageCaller({ addressOf, visitorQuota: quota, ...ports }: PageCallerPorts) {
  return async (ctx: ApiContext, next: Next): Promise<unknown> => {
    const session = await visitorOf(ctx, ports);
    if (session === undefined) {
      const accountId = visitorId(clientNetwork(addressOf(ctx.req)));
      ctx.state.identity = { accountId, plan: 'free', quota };
    } else {
      ctx.state.identity = { accountId: session.account.id, plan: session.account.plan };
    }
    return next();
  };
}
