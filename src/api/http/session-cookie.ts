import { sessionLimits } from '../../model/session.ts';
import type { ApiContext } from './context.ts';

const plainName = 'tierpress_session';

/**
 * Returns the name of the cookie. Browsers accept the prefix `__Host-` from this host alone, over https, and for all
 * paths, so no other site of the domain can set the cookie (RFC 6265bis, 4.1.3.2). The prefix requires https.
 */
function nameFor(baseUrl: string): string {
  return isHttps(baseUrl) ? `__Host-${plainName}` : plainName;
}

/** Returns the session token from the cookie. @param baseUrl where clients reach the service */
export function sessionToken(ctx: ApiContext, baseUrl: string): string | undefined {
  return ctx.cookies.get(nameFor(baseUrl));
}

/**
 * Sets the session cookie. Scripts cannot read it, and other sites cannot send it with a POST. If the base address is
 * https, browsers send it over https only.
 *
 * @param baseUrl where clients reach the service
 */
export function setSessionCookie(ctx: ApiContext, token: string, baseUrl: string): void {
  writeCookie(ctx, nameFor(baseUrl), token, baseUrl, sessionLimits.absoluteMs);
}

export function clearSessionCookie(ctx: ApiContext, baseUrl: string): void {
  writeCookie(ctx, nameFor(baseUrl), null, baseUrl);
}

/** Sets a cookie that scripts cannot read; null deletes it. If the base address is https, browsers send it over https only. */
export function writeCookie(
  ctx: ApiContext,
  name: string,
  value: string | null,
  baseUrl: string,
  maxAge?: number,
): void {
  const secure = isHttps(baseUrl);
  // A proxy may terminate TLS; the library checks only the connection to this process.
  ctx.cookies.secure = secure;
  ctx.cookies.set(name, value, {
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
