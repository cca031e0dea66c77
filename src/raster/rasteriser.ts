import type { Drawing, PhotoMark, PhotoPixels, Pixels } from '../model/drawing.ts';
import type { Scale } from '../model/vocabulary.ts';

/** Turns a drawing into pixels. All rasterisers agree within the difference stated in `docs/architecture.md`. */
export interface Rasteriser {
  /** @throws when the drawing cannot be drawn, which is a bug in the drawing. */
  rasterise(drawing: Drawing, scale: Scale, photoOf: PhotoPixelsOf): Promise<Pixels>;
}

/** The pixels of a drawing's picture: its size, times the scale. */
export type PhotoPixelsOf = (mark: PhotoMark) => PhotoPixels;
