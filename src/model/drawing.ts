import type { Size } from './vocabulary.ts';

/**
 * What drawing hands to a rasteriser. `svg` is the whole picture and the source of truth. `shapes` and
 * `glyphs` are the same picture in two layers, for a rasteriser that keeps glyphs it has drawn before:
 * everything but pictures and text as SVG on a transparent ground, above it the pictures, and above
 * those the text, glyph by glyph.
 */
export interface Drawing {
  /** In px at scale 1. */
  readonly canvas: Size;
  /** Colour of the whole canvas, `#rrggbb`. */
  readonly ground: string;
  /**
   * `href` gives the `data:` address of a picture, `isOpaque` whether it hides all of what it covers, which is then not
   * drawn; a board without pictures needs neither.
   */
  svg(href?: (photo: PhotoMark) => string, isOpaque?: (photo: PhotoMark) => boolean): string;
  shapes(isOpaque?: (photo: PhotoMark) => boolean): string;
  /** Above the shapes and under the glyphs; they overlap nothing that is drawn after them. */
  photos(): readonly PhotoMark[];
  glyphs(): readonly GlyphMark[];
}

/** A picture in its place: whole pixels at scale 1, and the outline it is cut to, as path data from its corner. */
export interface PhotoMark extends Size {
  readonly address: string;
  readonly x: number;
  readonly y: number;
  readonly outline: string;
}

/** A picture ready to be laid down: RGBA, 8 bits, straight alpha. */
export interface PhotoPixels extends Size {
  readonly data: Uint8Array;
  readonly isOpaque: boolean;
}

/** One glyph in its place. It stands on whole pixels plus a fraction in fifths, so that few shapes recur often. */
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

/** A glyph's outline at one size. The same object each time, so that it can key a cache. */
export interface GlyphShape {
  /** Start of the first contour in tenths of a pixel from the glyph's origin, y downwards. */
  readonly startX: number;
  readonly startY: number;
  /** The rest of the path data in relative commands; empty for a glyph without ink. */
  readonly tail: string;
  /** Ink around the origin, in whole pixels, outwards. */
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Decoded pixels: RGBA, 8 bits, every pixel opaque. */
export interface Pixels extends Size {
  readonly data: Uint8Array;
}
