import type { Middleware } from 'koa';
import type { Authenticate } from '../../store/ports.ts';
import type { Auth, Endpoint } from '../endpoints/define-endpoint.ts';
import { authenticate, type RecordUse } from '../middleware/authenticate.ts';
import { keyOrPage } from '../middleware/key-or-page.ts';
import { noStore } from '../middleware/no-store.ts';
import type { PageCallerPorts } from '../middleware/page-caller.ts';
import { type QuotaStatus, rateLimitFields } from '../middleware/rate-limit-fields.ts';
import { sameOrigin } from '../middleware/same-origin.ts';
import { requireAdmin, requireSession } from '../middleware/session.ts';
import type { RequestState } from './context.ts';

export interface CheckPorts extends PageCallerPorts {
  readonly authenticate: Authenticate;
  readonly recordUse: RecordUse;
  /** Returns how much of its quota an account has used. */
  readonly quotaStatus: QuotaStatus;
}

/** Returns a function that lists the middleware to run before the handler of an endpoint. */
export function checksOf(ports: CheckPorts): (endpoint: Endpoint) => readonly Middleware<RequestState>[] {
  const byKey = [
    noStore,
    authenticate(ports.authenticate, ports.recordUse),
    rateLimitFields(ports.quotaStatus),
  ];
  const byBrowser = [noStore, sameOrigin(ports.baseUrl)];
  const bySession = [...byBrowser, requireSession(ports)];
  const checks: Readonly<Record<Auth, readonly Middleware<RequestState>[]>> = {
    none: [],
    key: byKey,
    keyOrPage: [...byBrowser, keyOrPage(ports)],
    optionalSession: byBrowser,
    session: bySession,
    admin: [...bySession, requireAdmin],
  };
  // Logging in needs no session, but a page of another origin must not log a browser in.
  return ({ auth, method }) => (auth === 'none' && method !== 'GET' ? byBrowser : checks[auth]);
}
