import type { Picture, RenderOrder } from '../model/board.ts';
import type { PictureSize, Prepared } from '../model/picture.ts';
import type { Size } from '../model/words.ts';
import type { PictureDigests } from './ports.ts';

/** What the service sends to a renderer process: one at a time. */
export type ToRenderer =
  | { readonly kind: 'draw'; readonly order: RenderOrder; readonly digests: PictureDigests }
  | { readonly kind: 'measure'; readonly order: RenderOrder }
  | { readonly kind: 'prepare'; readonly digest: string; readonly size: Size };

/** What it hears back: once that it can draw, then for each message its result or the error that a bug threw. */
export type FromRenderer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'drawn'; readonly result: Picture }
  | { readonly kind: 'measured'; readonly result: readonly PictureSize[] }
  | { readonly kind: 'prepared'; readonly result: Prepared }
  | { readonly kind: 'error'; readonly error: Error };
