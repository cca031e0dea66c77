import { clientNetwork } from '../../model/client-network.ts';
import type { Quota } from '../../model/plan.ts';
import { visitorId } from '../../model/visitor.ts';
import type { Caller } from '../../render/ports.ts';
import type { ApiContext, Next, OpenSession } from '../http/context.ts';
import { openSession, type SessionPorts } from './session.ts';

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
export function pageCaller(ports: PageCallerPorts) {
  return async (ctx: ApiContext, next: Next): Promise<unknown> => {
    const session = await openSession(ctx, ports);
    ctx.state.identity = session ? accountOf(session) : visitorOf(ctx, ports);
    return next();
  };
}

/** Returns the account of a session as a caller. */
export function accountOf({ account }: OpenSession): Caller {
  return { accountId: account.id, plan: account.plan };
}

/** Returns the visitor that sent a request as a caller. */
export function visitorOf(ctx: ApiContext, { addressOf, visitorQuota: quota }: PageCallerPorts): Caller {
  return { accountId: visitorId(clientNetwork(addressOf(ctx.req))), plan: 'free', quota };
}
