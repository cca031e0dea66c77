import { Failure } from '../model/failure.ts';
import type { ApiContext } from './context.ts';

/** Until when the answer to a request is worth working for. */
export interface Patience {
  /** Aborted, with a Failure as its reason, when the client has gone or the time is over. */
  readonly signal: AbortSignal;
  /** The work is done. */
  end(): void;
}

/** @param withinMs less than clients wait, so that they get to read why there is no picture */
export function patienceOf(ctx: ApiContext, withinMs: number): Patience {
  const controller = new AbortController();
  const timer = setTimeout(
    () =>
      controller.abort(
        new Failure('noCapacity', 'The picture could not be drawn in time', { retryAfter: 5 }),
      ),
    withinMs,
  );
  const gone = () => controller.abort(new Failure('clientGone', 'The client went away'));
  ctx.res.once('close', gone);
  return {
    signal: controller.signal,
    end() {
      clearTimeout(timer);
      ctx.res.off('close', gone);
    },
  };
}
