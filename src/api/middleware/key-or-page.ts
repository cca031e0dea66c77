import type { Authenticate } from '../../store/ports.ts';
import type { ApiContext, Next } from '../http/context.ts';
import { authenticate, carriesKey, type RecordUse } from './authenticate.ts';
import { accountOf, type PageCallerPorts, visitorOf } from './page-caller.ts';
import { isFromOwnPage } from './same-origin.ts';
import { openSession } from './session.ts';

interface KeyOrPagePorts extends PageCallerPorts {
  readonly authenticate: Authenticate;
  readonly recordUse: RecordUse;
}

/**
 * Identifies the caller by an API key, else by a session, else as a visitor if a page of this service sent the request.
 * Otherwise there is no identity. Runs after `sameOrigin`.
 *
 * @throws Failure unauthorized for a key that is not valid
 */
export function keyOrPage(ports: KeyOrPagePorts) {
  const byKey = authenticate(ports.authenticate, ports.recordUse);
  return async (ctx: ApiContext, next: Next): Promise<unknown> => {
    if (carriesKey(ctx.req)) return byKey(ctx, next);
    const session = await openSession(ctx, ports);
    if (session !== undefined) ctx.state.identity = accountOf(session);
    else if (isFromOwnPage(ctx)) ctx.state.identity = visitorOf(ctx, ports);
    return next();
  };
}
