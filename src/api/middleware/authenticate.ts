import { Failure } from '../../model/failure.ts';
import type { Identity } from '../../store/keyring.ts';
import type { ApiContext, Next } from '../context.ts';

/** Whose API key this is; undefined for one that is malformed, unknown or revoked. */
export type Authenticate = (key: string) => Identity | undefined;

/** Requires an API key in `Authorization: Bearer` or `X-API-Key`, and notes that it was used. */
export function authenticate(check: Authenticate, noteUse: (identity: Identity) => void) {
  return (ctx: ApiContext, next: Next): Promise<unknown> => {
    const { authorization = [], 'x-api-key': apiKey = [] } = ctx.req.headersDistinct;
    const identity = identify([...authorization.map(bearerToken), ...apiKey], check);
    ctx.state.identity = identity;
    noteUse(identity);
    return next();
  };
}

function identify(keys: readonly (string | undefined)[], check: Authenticate): Identity {
  const [key] = keys;
  if (keys.length === 0) {
    throw refuse('An API key is required, as "Authorization: Bearer <key>" or "X-API-Key: <key>"');
  }
  if (key === undefined || keys.includes(undefined)) {
    throw refuse('The Authorization header must be "Bearer <key>"');
  }
  if (keys.some((other) => other !== key)) throw refuse('Two different API keys were sent');
  const identity = check(key);
  if (identity === undefined) throw refuse('The API key is not valid');
  return identity;
}

function refuse(message: string): Failure {
  return new Failure('unauthorized', message);
}

/** RFC 6750, 2.1; the scheme's case does not matter (RFC 9110, 11.1). */
function bearerToken(header: string): string | undefined {
  return /^bearer +([^\s,]+)$/i.exec(header)?.[1];
}
