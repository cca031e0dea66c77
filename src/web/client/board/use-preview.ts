import { useLayoutEffect, useState } from 'preact/hooks';
import type { RenderedImage, RenderFailure, RenderImage } from './render-client.ts';
import type { BoardRequest } from './request.ts';

export interface Preview {
  readonly state: 'none' | 'drawing' | 'shown' | 'waiting' | 'spent' | 'failed';
  /** The last image. With `shown` it is the current board's. */
  readonly image?: RenderedImage | undefined;
  /** With `waiting`: the code of the failure, and the seconds until the next request. */
  readonly code?: string;
  readonly seconds?: number;
  readonly failure?: RenderFailure;
}

/** The delay after the last change, so that a series of changes causes one request. */
const settledMs = 700;
/** A longer wait means that the quota of the day is used up. */
const maxWaitSeconds = 120;

/**
 * Requests the image of a board when the board has not changed for a while. When the service answers with a wait, the hook
 * waits and repeats the request.
 *
 * @param json the request, or undefined when there is nothing to draw
 * @returns the preview, and a function that repeats the request at once
 */
export function usePreview(
  json: string | undefined,
  renderImage: RenderImage,
): readonly [Preview, () => void] {
  const [preview, setPreview] = useState<Preview>({ state: 'none' });
  const [attempt, setAttempt] = useState(0);

  // Before the page is painted, so that it never shows the image of another board.
  useLayoutEffect(() => {
    if (json === undefined) {
      setPreview({ state: 'none' });
      return;
    }
    const request: BoardRequest = JSON.parse(json);
    const controller = new AbortController();
    let timer = setTimeout(requestImage, settledMs);
    const show = (next: Preview) => setPreview(({ image }) => ({ image, ...next }));
    show({ state: 'drawing' });

    async function requestImage(): Promise<void> {
      show({ state: 'drawing' });
      const outcome = await renderImage(request, controller.signal);
      if (controller.signal.aborted) return;
      if (outcome.kind === 'drawn') setPreview({ state: 'shown', image: outcome.image });
      else if (outcome.kind === 'failed') show({ state: 'failed', failure: outcome.failure });
      else if (outcome.seconds > maxWaitSeconds) show({ state: 'spent' });
      else wait(outcome.code, outcome.seconds);
    }

    function wait(code: string, seconds: number): void {
      if (seconds <= 0) {
        void requestImage();
        return;
      }
      show({ state: 'waiting', code, seconds });
      timer = setTimeout(() => wait(code, seconds - 1), 1000);
    }

    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [json, renderImage, attempt]);

  return [preview, () => setAttempt((count) => count + 1)];
}
