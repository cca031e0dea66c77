/** An error answer of the service. Without an answer, fetch throws its own error. */
export class TierpressError extends Error {
  override readonly name = 'TierpressError';
  /** The HTTP status. */
  readonly status: number;
  /** Seconds after which another attempt makes sense, if the service names them. */
  readonly retryAfter: number | undefined;
  /** Names the request in the service's log. */
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
