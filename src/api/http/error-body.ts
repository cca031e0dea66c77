import { Failure, failures } from '../../model/failure.ts';
import { withoutKeys } from './without-keys.ts';

/** What a caller is told, whatever was thrown. */
export interface ErrorAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: { readonly success: false; readonly message: string };
}

/** Seconds. */
const usualRetryAfter = 5;

/** Anything but a Failure is a bug: its message is for the log alone. One that quotes the caller may quote a key. */
export function errorAnswer(error: unknown): ErrorAnswer {
  if (!(error instanceof Failure)) {
    return answer(
      failures.internal.status,
      'Something went wrong in the service; the request id names it in the log',
    );
  }
  // Who is refused for want of capacity is always told to come back.
  const retryAfter = error.retryAfter ?? (error.status === 503 ? usualRetryAfter : undefined);
  return answer(error.status, withoutKeys(error.message), {
    ...(retryAfter !== undefined && { 'Retry-After': String(Math.ceil(retryAfter)) }),
    ...(error.code === 'unauthorized' && { 'WWW-Authenticate': 'Bearer' }),
  });
}

function answer(status: number, message: string, headers: ErrorAnswer['headers'] = {}): ErrorAnswer {
  return { status, headers, body: { success: false, message } };
}
