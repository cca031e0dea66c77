import { Failure, failures } from '../model/failure.ts';
import { withoutKeys } from './without-keys.ts';

/** What a caller is told, whatever was thrown. */
export interface ErrorAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: { readonly success: false; readonly message: string };
}

/** Anything but a Failure is a bug: its message is for the log alone. One that quotes the caller may quote a key. */
export function errorAnswer(error: unknown): ErrorAnswer {
  if (!(error instanceof Failure)) {
    return answer(
      failures.internal.status,
      'Something went wrong in the service; the request id names it in the log',
    );
  }
  return answer(error.status, withoutKeys(error.message), {
    ...(error.retryAfter !== undefined && { 'Retry-After': String(Math.ceil(error.retryAfter)) }),
    ...(error.code === 'unauthorized' && { 'WWW-Authenticate': 'Bearer' }),
  });
}

function answer(status: number, message: string, headers: ErrorAnswer['headers'] = {}): ErrorAnswer {
  return { status, headers, body: { success: false, message } };
}
