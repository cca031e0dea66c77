import type { Picture, RenderOrder } from '../model/board.ts';

/** What the service sends to a renderer process: one order at a time. */
export type ToRenderer = RenderOrder;

/** What it hears back: once that it is warm, then for each order a picture or the error that a bug threw. */
export type FromRenderer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'picture'; readonly picture: Picture }
  | { readonly kind: 'error'; readonly error: Error };
