import type { RenderOrder } from '../../src/model/board.ts';
import type { RendererPool } from '../../src/render/pool.ts';

/** A pool for what a real one does only by accident: it fails, or waits, as the test says. */
export function fakeRenderers(render: RendererPool['render'], isReady = () => true): RendererPool {
  const noPictures = () => Promise.reject(new Error('no pictures here'));
  return {
    ready: Promise.resolve(),
    isReady,
    close: async () => undefined,
    render,
    pictureSizes: noPictures,
    preparePicture: noPictures,
  };
}

/** The orders that wait, and the means to let them go. */
export function heldRenderers() {
  const waiting: { readonly order: RenderOrder; readonly finish: () => void }[] = [];
  const arrivals: (() => void)[] = [];
  return {
    renderers: fakeRenderers(
      (order) =>
        new Promise((resolve) => {
          const picture = { bytes: Buffer.from('picture'), width: 1, height: 1, warnings: [] };
          waiting.push({ order, finish: () => resolve(picture) });
          arrivals.shift()?.();
        }),
    ),
    /** Resolves when the next order has come. */
    nextArrival: () => new Promise<void>((resolve) => arrivals.push(resolve)),
    finishAll: () => {
      for (const { finish } of waiting.splice(0)) finish();
    },
  };
}
