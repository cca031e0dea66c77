import type { ApiContext } from '../context.ts';

/** A page for people, whole. */
export interface Page {
  readonly html: string;
  /** Its Content-Security-Policy: everything else is shut out. */
  readonly policy: string;
}

/** Serves a page for people. It may load, send and be framed by nothing but what its policy names. */
export function getPage({ html, policy }: Page) {
  return (ctx: ApiContext): void => {
    ctx.set('Content-Security-Policy', policy);
    ctx.set('Referrer-Policy', 'no-referrer');
    ctx.set('X-Content-Type-Options', 'nosniff');
    ctx.set('Cache-Control', 'no-store');
    ctx.type = 'text/html; charset=utf-8';
    ctx.body = html;
  };
}
