import { Readable } from 'node:stream';
import { S3Error } from './s3-error.ts';

/** A limit on the time of a request and of its answer's body. */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly signal: AbortSignal;

  /** @param cancel another reason to end the request */
  constructor(ms: number, cancel?: AbortSignal) {
    this.#timer = setTimeout(() => this.#controller.abort(new S3Error('Timeout')), ms);
    const { signal } = this.#controller;
    this.signal = cancel ? AbortSignal.any([signal, cancel]) : signal;
  }

  /** Lifts the limit. */
  lift(): void {
    clearTimeout(this.#timer);
  }

  /** Ends the request, which closes its connection unless the body has been read. */
  abort(reason?: unknown): void {
    this.lift();
    this.#controller.abort(reason);
  }

  /** Returns why the request has failed. `fetch` hides the code of a connection's failure in the cause. */
  failure(error: unknown): S3Error {
    if (error instanceof S3Error) return error;
    const { reason } = this.signal;
    if (reason instanceof S3Error) return reason;
    const { cause } = error instanceof Error ? error : {};
    const code = typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : '';
    return new S3Error(code || 'ConnectionFailed', error);
  }
}

/** The answer to a request. Its body has to be read, streamed or dropped, which releases the connection. */
export class S3Answer {
  readonly #response: Response;
  readonly #deadline: Deadline;

  constructor(response: Response, deadline: Deadline) {
    this.#response = response;
    this.#deadline = deadline;
  }

  get status(): number {
    return this.#response.status;
  }

  get etag(): string {
    return this.#response.headers.get('etag') ?? '';
  }

  /** The size of the object or of its part; undefined if S3 does not say. */
  get bytes(): number | undefined {
    const length = this.#response.headers.get('content-length');
    return length === null ? undefined : Number(length);
  }

  /** Reads the whole body within the time of the request. @throws S3Error also when there is more than `max` bytes */
  async read(max: number): Promise<Buffer> {
    try {
      const bytes = await readBody(this.#response, max);
      this.#deadline.lift();
      return bytes;
    } catch (error) {
      const failure = this.#deadline.failure(error);
      this.drop();
      throw failure;
    }
  }

  /** Streams the body. The time is no longer limited as a whole, but for each part that the reader waits for. */
  stream(stallMs: number): Readable {
    const deadline = this.#deadline;
    deadline.lift();
    const reader = this.#response.body?.getReader();
    return new Readable({
      read() {
        const stall = setTimeout(() => deadline.abort(new S3Error('Timeout')), stallMs);
        Promise.resolve(reader?.read())
          .then(
            (part) => this.push(part?.value ?? null),
            (error: unknown) => this.destroy(deadline.failure(error)),
          )
          .finally(() => clearTimeout(stall));
      },
      destroy(error, done) {
        deadline.abort();
        done(error);
      },
    });
  }

  drop(): void {
    this.#deadline.abort();
  }
}

/** Reads a whole body. @throws S3Error when there is more than `max` bytes */
export async function readBody(response: Response, max: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let total = 0;
  const reader = response.body?.getReader();
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    total += part.value.length;
    if (total > max) throw new S3Error('TooLong');
    parts.push(part.value);
  }
  return Buffer.concat(parts, total);
}
