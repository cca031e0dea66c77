import type { Scale, Size } from './vocabulary.ts';

/**
 * A drawn board, as the rasteriser receives it. `svg` is the whole image and the source of truth. `boxes`, `figures`,
 * `photos` and `glyphs` are the same image in parts from bottom to top, for a rasteriser that draws only once what recurs.
 */
export interface Drawing {
  /** In px at scale 1. */
  readonly canvas: Size;
  /** Colour of the whole canvas, `#rrggbb`. */
  readonly ground: string;
  /**
   * Returns the whole image as SVG.
   *
   * @param href returns the `data:` address of a photo; not needed without photos
   * @param isOpaque whether a photo hides everything beneath it, which is then not drawn
   * @param scale of its width and height; absent: 1
   */
  svg(href?: (photo: PhotoMark) => string, isOpaque?: (photo: PhotoMark) => boolean, scale?: Scale): string;
  /** Above the ground, from bottom to top. `isOpaque` as for `svg`. */
  boxes(isOpaque?: (photo: PhotoMark) => boolean): readonly BoxMark[];
  figures(): readonly FigureMark[];
  /** Above the figures and below the glyphs. A photo overlaps nothing that is drawn after it. */
  photos(): readonly PhotoMark[];
  glyphs(): readonly GlyphMark[];
}

/** A filled rectangle with whole coordinates, the corners of which may be cut off. */
export interface BoxMark extends Size {
  readonly x: number;
  readonly y: number;
  /** `#rrggbb` */
  readonly color: string;
  /** 0 to 1. */
  readonly opacity: number;
  /** Side in px of the square in each corner in which its outline is not straight; 0: all corners are right angles. */
  readonly radius: number;
  /** Path data of the smallest box with these corners, at 1, 1: its side is twice the radius. */
  readonly corners: string;
}

/** A small drawing in or above a text, in a rectangle of whole pixels that holds all of it. */
export interface FigureMark extends Size {
  readonly x: number;
  readonly y: number;
  /** Determines the drawing: a cache key. */
  readonly name: string;
  /** Returns the drawing as an SVG document of the rectangle's size. */
  svg(): string;
}

/** A placed photo: whole pixels at scale 1, and the outline that clips it, as path data relative to its corner. */
export interface PhotoMark extends Size {
  readonly address: string;
  readonly x: number;
  readonly y: number;
  readonly outline: string;
}

/** A decoded photo: RGBA, 8 bits, straight alpha. */
export interface PhotoPixels extends Size {
  readonly data: Uint8Array;
  readonly isOpaque: boolean;
}

/** A placed glyph. Its position is in whole pixels plus fifths, so that a few shapes recur often. */
export interface GlyphMark {
  readonly shape: GlyphShape;
  readonly x: number;
  readonly y: number;
  /** Fifths of a pixel to the right of x and below y: 0 to 4. */
  readonly xFifths: number;
  readonly yFifths: number;
  /** `#rrggbb` */
  readonly color: string;
}

/** The outline of a glyph at one size. */
export interface GlyphShape {
  /** Stands for the font, the glyph and the size: a cache key below 2^44. As text, the keys of a board would be much garbage. */
  readonly id: number;
  /** Start of the first contour in tenths of a pixel from the glyph's origin, y downwards. */
  readonly startX: number;
  readonly startY: number;
  /** The rest of the path data as relative commands; empty for a glyph without ink. */
  readonly tail: string;
  /** Bounds of the ink relative to the origin, in whole pixels, rounded outwards. */
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Decoded pixels: RGBA, 8 bits, every pixel opaque. */
export interface Pixels extends Size {
  readonly data: Uint8Array;
}
