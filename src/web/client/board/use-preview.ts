import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import type { DrawPreview } from './preview-client.ts';
import { createPreviewLoop, type Preview } from './preview-loop.ts';

/**
 * Draws the preview of a board after each change.
 *
 * @param json the request, or undefined when there is nothing to draw
 * @returns the preview, and a function that tries again at once
 */
export function usePreview(
  json: string | undefined,
  drawPreview: DrawPreview,
): readonly [Preview, () => void] {
  const [preview, setPreview] = useState<Preview>({ state: 'none' });
  const loop = useMemo(() => createPreviewLoop(drawPreview, setPreview), [drawPreview]);
  useEffect(() => {
    window.addEventListener('online', loop.retry);
    return () => {
      window.removeEventListener('online', loop.retry);
      loop.close();
    };
  }, [loop]);
  // Before the page is painted, so that it never shows the preview of another board as the current one.
  useLayoutEffect(() => loop.want(json), [loop, json]);
  return [preview, loop.retry];
}
