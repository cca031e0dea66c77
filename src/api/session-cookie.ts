import { sessionLimits } from '../model/session.ts';
import type { ApiContext } from './context.ts';

const name = 'tierpress_session';

/** The session's token as the browser sent it. */
export function sessionToken(ctx: ApiContext): string | undefined {
  return ctx.cookies.get(name);
}

/**
 * Scripts cannot read it, and other sites cannot send it with a POST. Over https it goes over https only.
 *
 * @param isSecure whether clients reach the service over https
 */
export function setSessionCookie(ctx: ApiContext, token: string, isSecure: boolean): void {
  write(ctx, token, isSecure, sessionLimits.absoluteMs);
}

export function clearSessionCookie(ctx: ApiContext, isSecure: boolean): void {
  write(ctx, null, isSecure);
}

function write(ctx: ApiContext, token: string | null, isSecure: boolean, maxAge?: number): void {
  // A proxy has taken the TLS off; the library looks at our end of the connection.
  ctx.cookies.secure = isSecure;
  ctx.cookies.set(name, token, {
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure,
    overwrite: true,
    ...(maxAge !== undefined && { maxAge }),
  });
}
