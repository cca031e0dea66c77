import type { Drawing, PhotoMark, PhotoPixels, Pixels } from '../model/drawing.ts';
import type { Scale } from '../model/vocabulary.ts';

/** Converts a drawing into pixels. All rasterisers agree within the difference stated in `docs/architecture.md`. */
export interface Rasteriser {
  /** @throws if the drawing is invalid, which is a bug in the drawing */
  rasterise(drawing: Drawing, scale: Scale, photoOf: PhotoPixelsOf): Promise<Pixels>;
}

/** Returns the pixels of a placed photo at its size times the scale. */
export type PhotoPixelsOf = (mark: PhotoMark) => PhotoPixels;
