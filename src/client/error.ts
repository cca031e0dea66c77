/** An error answer of the service. Without an answer, fetch throws its own error. */
export class TierpressError extends Error {
  override readonly name = 'TierpressError';
  /** The HTTP status. */
  readonly status: number;
  /** The seconds to wait before another attempt, if the service names them. */
  readonly retryAfter: number | undefined;
  /** The id of the request in the service's log. */
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
