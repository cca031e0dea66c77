import type { RenderedImage, RenderSpec } from '../model/board.ts';
import type { PhotoSize, Prepared } from '../model/photo.ts';
import type { Size } from '../model/vocabulary.ts';
import type { PhotoDigests } from '../render/ports.ts';

/** What the service sends to a renderer process: one at a time. */
export type ToRenderer =
  | { readonly kind: 'draw'; readonly spec: RenderSpec; readonly digests: PhotoDigests }
  | { readonly kind: 'measure'; readonly spec: RenderSpec }
  | { readonly kind: 'prepare'; readonly digest: string; readonly size: Size };

/** What it hears back: once that it can draw, then for each message its result or the error that a bug threw. */
export type FromRenderer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'drawn'; readonly result: RenderedImage }
  | { readonly kind: 'measured'; readonly result: readonly PhotoSize[] }
  | { readonly kind: 'prepared'; readonly result: Prepared }
  | { readonly kind: 'error'; readonly error: Error };
