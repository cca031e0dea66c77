import type { RenderedImage, RenderSpec } from '../model/board.ts';
import type { Prepared, StoredPhoto } from '../model/photo.ts';
import type { Size } from '../model/vocabulary.ts';
import type { DrawingInput, MeasuredBoard } from '../render/ports.ts';

/** A message from the service to a renderer process. A process gets one message at a time. */
export type ToRenderer =
  | { readonly kind: 'draw'; readonly spec: RenderSpec; readonly input: DrawingInput }
  | { readonly kind: 'measure'; readonly spec: RenderSpec }
  | { readonly kind: 'prepare'; readonly photo: StoredPhoto; readonly size: Size };

/**
 * A reply of a renderer process: first that it is ready, then for each message its result, or the error when a bug
 * occurs.
 */
export type FromRenderer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'drawn'; readonly result: RenderedImage }
  | { readonly kind: 'measured'; readonly result: MeasuredBoard }
  | { readonly kind: 'prepared'; readonly result: Prepared }
  | { readonly kind: 'error'; readonly error: Error };
