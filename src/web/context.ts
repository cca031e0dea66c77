import type { ApiContext } from '../api/http/context.ts';
import type { Locale } from '../model/vocabulary.ts';
import type { Assets } from './assets.ts';

export type WebContext = ApiContext;

/** What every page needs. */
export interface Site {
  readonly assets: Assets;
  /** Without a trailing slash. */
  readonly baseUrl: () => string;
}

/** The page that a request is for. */
export interface Page {
  readonly locale: Locale;
  /** Of an address of this site: `/dashboard` below the path that the base URL has. */
  readonly at: (path: string) => string;
  /** The page's own path, without the base's. */
  readonly path: string;
  /** The page's address in another language, otherwise the same. */
  readonly inLanguage: (locale: Locale) => string;
  readonly assets: Assets;
}

/** A request for a page. */
export interface Visit extends Page {
  /** Of the account that is logged in. */
  readonly email: string | undefined;
}
