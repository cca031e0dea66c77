import type { OpenSession } from '../api/http/context.ts';
import { openSession, type SessionPorts } from '../api/middleware/session.ts';
import type { Page, Site, Visit, WebContext } from './context.ts';
import { languageOf } from './language.ts';

/**
 * Looks at a request for a page.
 *
 * @param path of the page; a form's answer is on the page of the form, and not where the form was sent
 */
export async function visitOf(
  ctx: WebContext,
  site: Site,
  ports: SessionPorts,
  path = ctx.path,
): Promise<Visit> {
  const session = await visitorOf(ctx, ports);
  return { ...pageOf(ctx, site, path), email: session?.account.email };
}

/** Returns the parts of a visit that do not depend on who is logged in. */
export function pageOf(ctx: WebContext, site: Site, path = ctx.path): Page {
  const base = new URL(site.baseUrl()).pathname.replace(/\/$/, '');
  const at = (address: string) => `${base}${address}`;
  return {
    locale: languageOf(ctx),
    at,
    path,
    inLanguage(locale) {
      const query = new URLSearchParams(path === ctx.path ? ctx.querystring : '');
      query.set('lang', locale);
      return `${at(path)}?${query}`;
    },
    assets: site.assets,
  };
}

/** Who is logged in, looked up once for each request. */
export async function visitorOf(ctx: WebContext, ports: SessionPorts): Promise<OpenSession | undefined> {
  if (!('session' in ctx.state)) ctx.state.session = await openSession(ctx, ports);
  return ctx.state.session;
}
