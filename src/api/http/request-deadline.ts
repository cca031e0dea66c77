import { Failure } from '../../model/failure.ts';
import type { ApiContext } from './context.ts';

/**
 * The deadline for the work on one request. The timer starts when the signal is first read: most answers come from the
 * cache and need no signal.
 */
export class RequestDeadline {
  readonly #ctx: ApiContext;
  readonly #withinMs: number;
  #begun: Begun | undefined;

  /** @param withinMs the time limit; shorter than the timeout of clients, so that they receive the error */
  constructor(ctx: ApiContext, withinMs: number) {
    this.#ctx = ctx;
    this.#withinMs = withinMs;
  }

  /** Aborts, with a Failure as its reason, when the client disconnects, the service cuts it off, or the time is up. */
  get signal(): AbortSignal {
    this.#begun ??= begin(this.#ctx, this.#withinMs);
    return this.#begun.signal;
  }

  /** Ends the deadline after the work: stops its timer and its listeners. */
  end(): void {
    this.#begun?.end();
  }
}

interface Begun {
  readonly signal: AbortSignal;
  readonly end: () => void;
}

function begin({ res }: ApiContext, withinMs: number): Begun {
  const controller = new AbortController();
  const late = () =>
    controller.abort(new Failure('noCapacity', 'The picture could not be drawn in time', { retryAfter: 5 }));
  const gone = () => {
    const cause = res.req.socket.errored;
    controller.abort(cause instanceof Failure ? cause : new Failure('clientGone', 'The client went away'));
  };
  const timer = setTimeout(late, withinMs);
  res.once('close', gone);
  if (res.closed) gone();
  return {
    signal: controller.signal,
    end() {
      clearTimeout(timer);
      res.off('close', gone);
    },
  };
}
