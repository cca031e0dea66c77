import { Failure, failures } from '../../model/failure.ts';
import { redactKeys } from './redact-keys.ts';

/** The answer to a request that failed. */
export interface ErrorResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: { readonly success: false; readonly message: string };
}

/** The default of `Retry-After` with status 503, in seconds. */
const defaultRetryAfter = 5;

/**
 * Returns the answer for a thrown value. Anything but a Failure is a bug, and its message goes only to the log.
 * Messages are redacted, since they may quote a key from the request.
 */
export function errorResponse(error: unknown): ErrorResponse {
  if (!(error instanceof Failure)) {
    return response(
      failures.internal.status,
      'Something went wrong in the service; the request id names it in the log',
    );
  }
  const retryAfter = error.retryAfter ?? (error.status === 503 ? defaultRetryAfter : undefined);
  return response(error.status, redactKeys(error.message), {
    ...(retryAfter !== undefined && { 'Retry-After': String(Math.ceil(retryAfter)) }),
    ...(error.code === 'unauthorized' && { 'WWW-Authenticate': 'Bearer' }),
  });
}

function response(status: number, message: string, headers: ErrorResponse['headers'] = {}): ErrorResponse {
  return { status, headers, body: { success: false, message } };
}
