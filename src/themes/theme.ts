import type { FontName } from '../text/font-files.ts';

/** A colour as `#rrggbb`. */
export type Color = string;

/**
 * A theme is data: colours, faces and ornaments. It says how a board looks and never what it says.
 * Lengths are pixels on a canvas 1080 wide; the drawing code scales nothing else from them.
 */
export interface Theme {
  readonly name: string;
  readonly fonts: {
    readonly title: readonly FontName[];
    readonly tier: readonly FontName[];
    readonly label: readonly FontName[];
  };
  readonly colors: {
    readonly ground: Color;
    readonly title: Color;
    /** Behind the tiles of one tier. */
    readonly lane: Color;
    readonly tile: Color;
    readonly label: Color;
    /** The two inks for text on a tier colour; the one with more contrast is taken. */
    readonly inkDark: Color;
    readonly inkLight: Color;
    readonly watermark: Color;
  };
  /** Tier colours from the top row downwards; rows past the end start again. */
  readonly palette: readonly Color[];
  readonly corners: {
    readonly shape: 'round' | 'stepped';
    /** Radius of rows and tiles; a stepped corner has steps of a third of it. */
    readonly row: number;
    readonly tile: number;
  };
  readonly outline?: { readonly color: Color; readonly width: number };
  readonly shadow?: { readonly color: Color; readonly dx: number; readonly dy: number };
  /** A thin edge along the top of every tile, as light falls on it. */
  readonly edge?: { readonly color: Color; readonly height: number };
  readonly texture?: Texture;
}

/** What a theme says, without the name it says it under. */
export type ThemeTokens = Omit<Theme, 'name'>;

/** A grid lies on the ground under the board; scan lines lie over the lanes too, but never over a tile. */
export type Texture =
  | { readonly kind: 'grid'; readonly color: Color; readonly step: number }
  | { readonly kind: 'scanlines'; readonly color: Color; readonly step: number; readonly opacity: number };
