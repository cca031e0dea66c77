/** S3 could not be reached, or has refused a request that it should have granted. */
export class S3Error extends Error {
  override readonly name = 'S3Error';
  /** The code of S3, such as `SlowDown`, or that of the connection, such as `ECONNREFUSED`. */
  readonly code: string;

  constructor(code: string, cause?: unknown) {
    super(`S3: ${code}`, { cause });
    this.code = code;
  }
}
