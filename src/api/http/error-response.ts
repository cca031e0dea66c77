import { Failure, failures } from '../../model/failure.ts';
import { redactKeys } from './redact-keys.ts';

/** The answer to a request that failed. */
export interface ErrorResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: { readonly success: false; readonly message: string };
}

/** Seconds. */
const defaultRetryAfter = 5;

/**
 * Returns the answer for anything thrown. What is not a Failure is a bug, whose message goes only to the log. A message
 * may quote the request, and with it a key.
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
