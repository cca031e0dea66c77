import type { ParameterizedContext } from 'koa';
import type { Allowance } from '../../model/quota.ts';
import type { Caller } from '../../render/ports.ts';
import type { AccountView } from '../../store/ports.ts';

/** The session of a logged-in account. */
export interface OpenSession {
  readonly token: string;
  readonly account: AccountView;
  readonly expiresAt: Date;
}

/** The state that the middleware of one request share. */
export interface RequestState {
  requestId: string;
  /** The account and key of the caller. Set by the authentication. */
  identity?: Caller;
  /** The caller's quota, if the handler has determined it. */
  quotaStatus?: readonly Allowance[] | undefined;
  /** The session, set once it has been checked; undefined if there is none. */
  session?: OpenSession | undefined;
  /** The error of the request, for the access log. */
  failure?: unknown;
}

export type ApiContext = ParameterizedContext<RequestState>;
export type Next = () => Promise<unknown>;
