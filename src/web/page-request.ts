import type { OpenSession } from '../api/http/context.ts';
import { openSession, type SessionPorts } from '../api/middleware/session.ts';
import type { Locale } from '../model/vocabulary.ts';
import type { Assets } from './assets.ts';
import type { Site, WebContext } from './context.ts';
import { languageOf, rememberLanguage } from './language.ts';

/** The page that a request is for. */
export interface Page {
  readonly locale: Locale;
  /** Returns an address on this site: `/dashboard` below the path of the base URL. */
  readonly pathTo: (path: string) => string;
  /** The page's own path, without that of the base URL. */
  readonly path: string;
  /** Returns the address of the same page in another language. */
  readonly inLanguage: (locale: Locale) => string;
  readonly assets: Assets;
}

/** A parsed request for a page. */
export interface PageRequest extends Page {
  /** Of the account that is logged in. */
  readonly email: string | undefined;
}

/**
 * Parses a request for a page.
 *
 * @param path of the page. The answer to a form shows the page that has the form, so its path is not the request's.
 */
export async function parsePageRequest(
  ctx: WebContext,
  site: Site,
  ports: SessionPorts,
  path = ctx.path,
): Promise<PageRequest> {
  const session = await sessionOf(ctx, ports);
  return { ...pageOf(ctx, site, path), email: session?.account.email };
}

/** Returns the part of a page request that does not depend on the session. */
export function pageOf(ctx: WebContext, site: Site, path = ctx.path): Page {
  const baseUrl = site.baseUrl();
  const base = basePathOf(baseUrl);
  rememberLanguage(ctx, baseUrl);
  const pathTo = (address: string) => `${base}${address}`;
  return {
    locale: languageOf(ctx),
    pathTo,
    path,
    inLanguage(locale) {
      const query = new URLSearchParams(path === ctx.path ? ctx.querystring : '');
      query.set('lang', locale);
      return `${pathTo(path)}?${query}`;
    },
    assets: site.assets,
  };
}

/** Returns the prefix of every path: empty, or a path without a trailing slash. */
export function basePathOf(baseUrl: string): string {
  return new URL(baseUrl).pathname.replace(/\/$/, '');
}

/** Returns the open session, which is looked up once per request. */
export async function sessionOf(ctx: WebContext, ports: SessionPorts): Promise<OpenSession | undefined> {
  if (!('session' in ctx.state)) ctx.state.session = await openSession(ctx, ports);
  return ctx.state.session;
}

/** Returns the `page` of the query, from 1. */
export function pageNumber(ctx: WebContext): number {
  const page = Number(ctx.query['page']);
  return Number.isSafeInteger(page) && page > 0 ? page : 1;
}
