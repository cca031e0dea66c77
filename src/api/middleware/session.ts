import { Failure } from '../../model/failure.ts';
import type { Accounts, Sessions } from '../../store/ports.ts';
import type { ApiContext, Next, OpenSession } from '../http/context.ts';
import { sessionToken } from '../http/session-cookie.ts';

export interface SessionPorts {
  readonly accounts: Pick<Accounts, 'find'>;
  readonly sessions: Pick<Sessions, 'find'>;
  /** Where clients reach the service, without a trailing slash. */
  readonly baseUrl: () => string;
}

/** Returns the session of a request, if there is one. The session of a disabled account does not count. */
export async function openSession(
  ctx: ApiContext,
  { accounts, sessions, baseUrl }: SessionPorts,
): Promise<OpenSession | undefined> {
  const token = sessionToken(ctx, baseUrl());
  const session = token === undefined ? undefined : await sessions.find(token);
  const account = session && (await accounts.find(session.accountId));
  if (token === undefined || session === undefined || account === undefined || account.disabled)
    return undefined;
  return { token, account, expiresAt: session.expiresAt };
}

/** Requires a session. An API key is not accepted. */
export function requireSession(ports: SessionPorts) {
  return async (ctx: ApiContext, next: Next): Promise<unknown> => {
    const session = await openSession(ctx, ports);
    if (session === undefined) {
      throw new Failure('unauthorized', 'You must be logged in; an API key will not do here');
    }
    ctx.state.session = session;
    return next();
  };
}

/** Requires the session of an admin. Runs after `requireSession`. */
export function requireAdmin(ctx: ApiContext, next: Next): Promise<unknown> {
  if (!sessionOf(ctx).account.admin) throw new Failure('forbidden', 'Only an admin may do this');
  return next();
}

/** Returns the session that `requireSession` has found. */
export function sessionOf(ctx: ApiContext): OpenSession {
  if (ctx.state.session === undefined) throw new Error('this route needs the session check before it');
  return ctx.state.session;
}
