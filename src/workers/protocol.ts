import type { RenderedImage, RenderSpec } from '../model/board.ts';
import type { EncodedPhoto, Prepared, Reencoded, StoredPhoto } from '../model/photo.ts';
import type { Size } from '../model/vocabulary.ts';
import type { DrawingInput, MeasuredBoard, SvgImage } from '../render/ports.ts';

/** The argument of a renderer process that does not warm up. */
export const coldStart = 'cold';

/** A message from the service to a renderer process. A process gets one message at a time. */
export type ToRenderer =
  | { readonly kind: 'draw'; readonly spec: RenderSpec; readonly input: DrawingInput }
  | { readonly kind: 'svg' | 'measure'; readonly spec: RenderSpec }
  | { readonly kind: 'prepare' | 'encode'; readonly photo: StoredPhoto; readonly size: Size }
  | { readonly kind: 'reencode'; readonly bytes: Uint8Array };

/** The result of a job. */
export type JobResult =
  | { readonly kind: 'drawn'; readonly result: RenderedImage }
  | { readonly kind: 'svg'; readonly result: SvgImage }
  | { readonly kind: 'measured'; readonly result: MeasuredBoard }
  | { readonly kind: 'prepared'; readonly result: Prepared }
  | { readonly kind: 'encoded'; readonly result: EncodedPhoto }
  | { readonly kind: 'reencoded'; readonly result: Reencoded };

/** A result, and the CPU time that it took in all threads of the process, in milliseconds. */
export type Reply = JobResult & { readonly cpuMs: number };

/**
 * A reply of a renderer process: first that it is ready, then for each message its result, or the error when a bug
 * occurs.
 */
export type FromRenderer =
  | { readonly kind: 'ready' }
  | Reply
  | { readonly kind: 'error'; readonly error: Error };
