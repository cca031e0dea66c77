import { sessionLimits } from '../../model/session.ts';
import type { ApiContext } from './context.ts';

const plainName = 'tierpress_session';

/**
 * What the cookie is called. Browsers take a name that begins with `__Host-` from this host alone, over https, and for all
 * of its paths, so that no other site of the domain can plant one (RFC 6265bis, 4.1.3.2). It needs https.
 */
function nameFor(baseUrl: string): string {
  return isHttps(baseUrl) ? `__Host-${plainName}` : plainName;
}

/** The session's token as the browser sent it. @param baseUrl where clients reach the service */
export function sessionToken(ctx: ApiContext, baseUrl: string): string | undefined {
  return ctx.cookies.get(nameFor(baseUrl));
}

/**
 * Scripts cannot read it, and other sites cannot send it with a POST. Over https it goes over https only.
 *
 * @param baseUrl where clients reach the service
 */
export function setSessionCookie(ctx: ApiContext, token: string, baseUrl: string): void {
  write(ctx, token, baseUrl, sessionLimits.absoluteMs);
}

export function clearSessionCookie(ctx: ApiContext, baseUrl: string): void {
  write(ctx, null, baseUrl);
}

function write(ctx: ApiContext, token: string | null, baseUrl: string, maxAge?: number): void {
  const secure = isHttps(baseUrl);
  // A proxy has taken the TLS off; the library looks at our end of the connection.
  ctx.cookies.secure = secure;
  ctx.cookies.set(nameFor(baseUrl), token, {
    httpOnly: true,
    sameSite: 'lax',
    secure,
    overwrite: true,
    ...(maxAge !== undefined && { maxAge }),
  });
}

function isHttps(baseUrl: string): boolean {
  return baseUrl.startsWith('https:');
}
