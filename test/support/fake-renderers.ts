import type { RenderSpec } from '../../src/model/board.ts';
import type { Call } from '../../src/render/ports.ts';
import type { Renderers } from '../../src/service/renderers.ts';
import type { RendererPool } from '../../src/workers/pool.ts';

/** Creates a pool whose failures and delays the test controls. */
export function fakeRenderers(render: RendererPool['render'], isReady = () => true): Renderers {
  const noPhotos = () => Promise.reject(new Error('no pictures here'));
  return {
    ready: Promise.resolve(),
    isReady,
    load: () => ({ waiting: 0, busy: 0, size: 1, warm: isReady() ? 1 : 0 }),
    observe: () => undefined,
    close: async () => undefined,
    render,
    svg: () => Promise.reject(new Error('no previews here')),
    measure: noPhotos,
    preparePhoto: noPhotos,
    encodePhoto: noPhotos,
    reencodePhoto: noPhotos,
  };
}

/** A job that waits until the test finishes it or its call is aborted. */
interface Held {
  readonly spec: RenderSpec;
  readonly call: Call;
  readonly finish: () => void;
}

/** Creates a pool whose jobs wait until the test finishes them. */
export function heldRenderers() {
  const waiting: Held[] = [];
  const arrivals: ((held: Held) => void)[] = [];
  return {
    renderers: fakeRenderers(
      (spec, _, call) =>
        new Promise((resolve, reject) => {
          const picture = { bytes: Buffer.from('picture'), width: 1, height: 1, warnings: [] };
          const held = { spec, call, finish: () => resolve(picture) };
          call.signal?.addEventListener('abort', () => reject(call.signal?.reason), { once: true });
          waiting.push(held);
          arrivals.shift()?.(held);
        }),
    ),
    /** Resolves with the next job that arrives. */
    nextArrival: () => new Promise<Held>((resolve) => arrivals.push(resolve)),
    finishAll: () => {
      for (const { finish } of waiting.splice(0)) finish();
    },
  };
}
