import { Failure } from '../../model/failure.ts';
import type { ApiContext, Next } from '../http/context.ts';

const harmless = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Refuses requests that a page of another origin makes a browser send. Browsers name the origin of a request in
 * Sec-Fetch-Site (on https and localhost) or in Origin, and pages cannot change either. A client that sends neither is
 * not a browser, so no page can make it send a cookie. After Go's net/http CrossOriginProtection.
 *
 * @param baseUrl where clients reach the service
 */
export function sameOrigin(baseUrl: () => string) {
  return (ctx: ApiContext, next: Next): Promise<unknown> => {
    if (!harmless.includes(ctx.method) && comesFromElsewhere(ctx, baseUrl())) {
      throw new Failure('forbidden', 'The request must come from a page of the same origin');
    }
    return next();
  };
}

/** Whether a page has sent a request that `sameOrigin` lets pass. Other clients send neither header. */
export function isFromOwnPage(ctx: ApiContext): boolean {
  return ctx.get('Sec-Fetch-Site') === 'same-origin' || ctx.get('Origin') !== '';
}

function comesFromElsewhere(ctx: ApiContext, baseUrl: string): boolean {
  const site = ctx.get('Sec-Fetch-Site');
  if (site !== '') return site !== 'same-origin' && site !== 'none';
  const origin = ctx.get('Origin');
  return origin !== '' && origin !== new URL(baseUrl).origin;
}
