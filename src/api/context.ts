import type { ParameterizedContext } from 'koa';
import type { Identity } from '../store/keyring.ts';

/** What the middleware of one request leave for each other. */
export interface RequestState {
  requestId: string;
  /** Who is calling, once the key has been checked. */
  identity?: Identity;
  /** What went wrong, for the access log. */
  failure?: unknown;
}

export type ApiContext = ParameterizedContext<RequestState>;
export type Next = () => Promise<unknown>;
