import { useLayoutEffect, useState } from 'preact/hooks';
import type { Draw, DrawFailure, Drawn } from './photos.ts';
import type { BoardRequest } from './request.ts';

export interface Preview {
  readonly state: 'none' | 'drawing' | 'shown' | 'waiting' | 'spent' | 'failed';
  /** The last picture there was; with `shown` it is that of the board as it stands. */
  readonly picture?: Drawn | undefined;
  /** With `waiting`: why, and how long until the service is asked again. */
  readonly code?: string;
  readonly seconds?: number;
  readonly failure?: DrawFailure;
}

/** After the last change; whoever goes on changing things gets one picture and not one for each change. */
const settledMs = 700;
/** Longer waits are those of a day's quota. */
const longestWaitSeconds = 120;

/**
 * The picture of a request, drawn when nothing has changed for a while; told to wait, it waits and asks again.
 *
 * @param json the request, or undefined when there is nothing to draw
 * @returns the preview, and what asks again at once
 */
export function usePreview(json: string | undefined, draw: Draw): readonly [Preview, () => void] {
  const [preview, setPreview] = useState<Preview>({ state: 'none' });
  const [attempt, setAttempt] = useState(0);

  // Before the page is painted: what is shown is never that of another board.
  useLayoutEffect(() => {
    if (json === undefined) {
      setPreview({ state: 'none' });
      return;
    }
    const request: BoardRequest = JSON.parse(json);
    const needed = new AbortController();
    let timer = setTimeout(ask, settledMs);
    const show = (next: Preview) => setPreview(({ picture }) => ({ picture, ...next }));
    show({ state: 'drawing' });

    async function ask(): Promise<void> {
      show({ state: 'drawing' });
      const outcome = await draw(request, needed.signal);
      if (needed.signal.aborted) return;
      if (outcome.kind === 'drawn') setPreview({ state: 'shown', picture: outcome.picture });
      else if (outcome.kind === 'failed') show({ state: 'failed', failure: outcome.failure });
      else if (outcome.seconds > longestWaitSeconds) show({ state: 'spent' });
      else wait(outcome.code, outcome.seconds);
    }

    function wait(code: string, seconds: number): void {
      if (seconds <= 0) {
        void ask();
        return;
      }
      show({ state: 'waiting', code, seconds });
      timer = setTimeout(() => wait(code, seconds - 1), 1000);
    }

    return () => {
      clearTimeout(timer);
      needed.abort();
    };
  }, [json, draw, attempt]);

  return [preview, () => setAttempt((count) => count + 1)];
}
