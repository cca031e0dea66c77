import type { IncomingMessage } from 'node:http';
import { Failure } from '../../model/failure.ts';
import type { Authenticate, Identity } from '../../store/ports.ts';
import type { ApiContext, Next } from '../http/context.ts';

export type RecordUse = (identity: Identity) => void;

/** Requires an API key in `Authorization: Bearer` or `X-API-Key`, and records its use. */
export function authenticate(check: Authenticate, recordUse: RecordUse) {
  return async (ctx: ApiContext, next: Next): Promise<void> => {
    const identity = await check(keyIn(keysOf(ctx.req)));
    if (identity === undefined) throw refuse('The API key is not valid');
    ctx.state.identity = identity;
    recordUse(identity);
    await next();
  };
}

/** Returns whether a request carries an API key, or a header for one. */
export function carriesKey(req: IncomingMessage): boolean {
  return keysOf(req).length > 0;
}

/** Returns the keys of a request, one for each header; undefined for an `Authorization` without a key. */
function keysOf({ rawHeaders }: IncomingMessage): (string | undefined)[] {
  const keys: (string | undefined)[] = [];
  // `headers` has only the first value of a repeated header.
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const value = rawHeaders[index + 1] ?? '';
    switch (rawHeaders[index]?.toLowerCase()) {
      case 'authorization':
        keys.push(bearerToken(value));
        break;
      case 'x-api-key':
        keys.push(value);
    }
  }
  return keys;
}

/** Returns the key of a request. Every header that it has for a key must name the same one. */
function keyIn(keys: readonly (string | undefined)[]): string {
  const [key] = keys;
  if (keys.length === 0) {
    throw refuse('An API key is required, as "Authorization: Bearer <key>" or "X-API-Key: <key>"');
  }
  if (key === undefined || keys.includes(undefined)) {
    throw refuse('The Authorization header must be "Bearer <key>"');
  }
  if (keys.some((other) => other !== key)) throw refuse('Two different API keys were sent');
  return key;
}

function refuse(message: string): Failure {
  return new Failure('unauthorized', message);
}

/** Returns the token of the header (RFC 6750, 2.1). The scheme's case does not matter (RFC 9110, 11.1). */
function bearerToken(header: string): string | undefined {
  return /^bearer +([^\s,]+)$/i.exec(header)?.[1];
}
