import { Failure } from '../model/failure.ts';
import type { ApiContext } from './context.ts';

/** Until when the answer to a request is worth working for. */
export interface Patience {
  /** Aborted, with a Failure as its reason, when the client has gone or the time is over. */
  readonly signal: AbortSignal;
  /** The work is done. */
  end(): void;
}

/**
 * Nothing is set up before somebody asks for the signal: most answers come from the cache, and need none.
 *
 * @param withinMs less than clients wait, so that they get to read why there is no picture
 */
export function patienceOf(ctx: ApiContext, withinMs: number): Patience {
  let begun: Patience | undefined;
  return {
    get signal() {
      begun ??= begin(ctx, withinMs);
      return begun.signal;
    },
    end: () => begun?.end(),
  };
}

function begin({ res }: ApiContext, withinMs: number): Patience {
  const controller = new AbortController();
  const late = () =>
    controller.abort(new Failure('noCapacity', 'The picture could not be drawn in time', { retryAfter: 5 }));
  const gone = () => controller.abort(new Failure('clientGone', 'The client went away'));
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
