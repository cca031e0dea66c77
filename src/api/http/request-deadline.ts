import { Failure } from '../../model/failure.ts';
import type { ApiContext } from './context.ts';

/**
 * Until when the answer to a request is worth working for. Nothing is set up before somebody asks for the signal: most
 * answers come from the cache, and need none.
 */
export class RequestDeadline {
  readonly #ctx: ApiContext;
  readonly #withinMs: number;
  #begun: Begun | undefined;

  /** @param withinMs less than clients wait, so that they get to read why there is no picture */
  constructor(ctx: ApiContext, withinMs: number) {
    this.#ctx = ctx;
    this.#withinMs = withinMs;
  }

  /** Aborted, with a Failure as its reason, when the client has gone, the service cuts it off, or the time is over. */
  get signal(): AbortSignal {
    this.#begun ??= begin(this.#ctx, this.#withinMs);
    return this.#begun.signal;
  }

  /** The work is done. */
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
