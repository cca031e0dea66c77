import type { ApiContext, Next } from '../../api/http/context.ts';
import type { SessionPorts } from '../../api/middleware/session.ts';
import { clientNetwork } from '../../model/client-network.ts';
import type { Quota } from '../../model/plan.ts';
import { visitorId } from '../../model/visitor.ts';
import { sessionOf } from '../page-request.ts';

export interface PageCallerPorts extends SessionPorts {
  /** Returns the client's address, which only a trusted proxy may override. */
  readonly addressOf: (req: ApiContext['req']) => string;
  /** The quota of each client address without a login. */
  readonly visitorQuota: Quota;
}

/**
 * Identifies the caller of a render request from a page: the account that is logged in, on its own plan, or else a visitor
 * with a watermark and a quota by client address. API keys are ignored.
 */
export function pageCaller({ addressOf, visitorQuota: quota, ...ports }: PageCallerPorts) {
  return async (ctx: ApiContext, next: Next): Promise<unknown> => {
    const session = await sessionOf(ctx, ports);
    if (session === undefined) {
      const accountId = visitorId(clientNetwork(addressOf(ctx.req)));
      ctx.state.identity = { accountId, plan: 'free', quota };
    } else {
      ctx.state.identity = { accountId: session.account.id, plan: session.account.plan };
    }
    return next();
  };
}
