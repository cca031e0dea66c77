import { openSession, type SessionPorts } from '../api/middleware/session.ts';
import type { Site, Visit, WebContext } from './context.ts';
import { languageOf } from './language.ts';

/** Looks at a request for a page. */
export function visitOf(ctx: WebContext, site: Site, ports: SessionPorts): Visit {
  const base = new URL(site.baseUrl()).pathname.replace(/\/$/, '');
  return {
    locale: languageOf(ctx),
    at: (path) => `${base}${path}`,
    path: ctx.path,
    assets: site.assets,
    email: openSession(ctx, ports)?.account.email,
  };
}
