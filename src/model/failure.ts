/**
 * The catalogue of failures: every way in which tierpress rejects a request or fails, with its HTTP status. Anything
 * else that is thrown is a bug and becomes `internal`. `fault` is the responsible party: failures of the caller are
 * not logged as errors.
 */
export const failures = {
  invalidRequest: { status: 400, fault: 'caller' },
  badEmail: { status: 400, fault: 'caller' },
  emailTaken: { status: 400, fault: 'caller' },
  badPassword: { status: 400, fault: 'caller' },
  tooManyKeys: { status: 400, fault: 'caller' },
  lastAdmin: { status: 400, fault: 'caller' },
  unauthorized: { status: 401, fault: 'caller' },
  forbidden: { status: 403, fault: 'caller' },
  notFound: { status: 404, fault: 'caller' },
  methodNotAllowed: { status: 405, fault: 'caller' },
  requestTimeout: { status: 408, fault: 'caller' },
  /** A newer request of the same caller has taken the place of this one. */
  superseded: { status: 409, fault: 'caller' },
  gone: { status: 410, fault: 'caller' },
  bodyTooLarge: { status: 413, fault: 'caller' },
  unsupportedMediaType: { status: 415, fault: 'caller' },
  rangeNotSatisfiable: { status: 416, fault: 'caller' },
  quotaExceeded: { status: 429, fault: 'caller' },
  /** The client has disconnected, so this answer is never read. Access logs commonly show this status for it. */
  clientGone: { status: 499, fault: 'caller' },
  notImplemented: { status: 501, fault: 'caller' },
  internal: { status: 500, fault: 'service' },
  noCapacity: { status: 503, fault: 'service' },
  rendererFailed: { status: 503, fault: 'service' },
  storeUnavailable: { status: 503, fault: 'service' },
  /** The database with the accounts and counters does not answer. */
  databaseUnavailable: { status: 503, fault: 'service' },
  /** A change was made, but may not survive a power cut. */
  changeUncertain: { status: 503, fault: 'service' },
  /** A change was made, but its effect on sessions could not be saved. */
  sessionsUnsaved: { status: 503, fault: 'service' },
} as const satisfies Record<string, { status: number; fault: 'caller' | 'service' }>;

export type FailureCode = keyof typeof failures;

/** A failure with a message that may be shown to anyone: no stack, no file path, no key. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly code: FailureCode;
  /** Seconds after which a retry makes sense; sent as `Retry-After`. */
  readonly retryAfter: number | undefined;

  constructor(code: FailureCode, message: string, options: { cause?: unknown; retryAfter?: number } = {}) {
    super(message, { cause: options.cause });
    this.code = code;
    this.retryAfter = options.retryAfter;
  }

  get status(): number {
    return failures[this.code].status;
  }
}

/**
 * Creates the failure of an invalid request.
 *
 * @param path of the problem, such as `tiers[2].items[0]`; empty for the request as a whole
 */
export function invalid(path: string, what: string): Failure {
  return new Failure('invalidRequest', path === '' ? what : `${path}: ${what}`);
}
