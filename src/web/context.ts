import type { ApiContext } from '../api/http/context.ts';
import type { Assets } from './assets.ts';

export type WebContext = ApiContext;

/** What every page needs. */
export interface Site {
  readonly assets: Assets;
  /** Without a trailing slash. */
  readonly baseUrl: () => string;
}
