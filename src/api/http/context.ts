import type { ParameterizedContext } from 'koa';
import type { Allowance } from '../../model/quota.ts';
import type { Caller } from '../../render/ports.ts';
import type { AccountView } from '../../store/ports.ts';

/** Somebody is logged in. */
export interface OpenSession {
  readonly token: string;
  readonly account: AccountView;
  readonly expiresAt: Date;
}

/** What the middleware of one request leave for each other. */
export interface RequestState {
  requestId: string;
  /** For whom a picture is drawn, once that has been checked. */
  identity?: Caller;
  /** The caller's quota, where the handler has learnt it. */
  quotaStatus?: readonly Allowance[] | undefined;
  /** Who is logged in, once the session has been checked; undefined is nobody. */
  session?: OpenSession | undefined;
  /** What went wrong, for the access log. */
  failure?: unknown;
}

export type ApiContext = ParameterizedContext<RequestState>;
export type Next = () => Promise<unknown>;
