/** An answer that is no success. Where there was no answer at all, fetch's own error is thrown instead. */
export class TierpressError extends Error {
  override readonly name = 'TierpressError';
  /** The HTTP status. */
  readonly status: number;
  /** Seconds after which trying again makes sense, where the service says so. */
  readonly retryAfter: number | undefined;
  /** Names the request in the log of the service. */
  readonly requestId: string | undefined;

  constructor(
    message: string,
    answer: {
      readonly status: number;
      readonly retryAfter?: number | undefined;
      readonly requestId?: string | undefined;
    },
  ) {
    super(message);
    this.status = answer.status;
    this.retryAfter = answer.retryAfter;
    this.requestId = answer.requestId;
  }
}
