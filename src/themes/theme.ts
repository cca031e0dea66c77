import type { FontName } from '../text/font-files.ts';

/** A colour as `#rrggbb`. */
export type Color = string;

/**
 * A theme is data: colours, fonts and ornaments. It determines the look of a board, never its content. Lengths are pixels
 * on a canvas 1080 wide.
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
    /** The two inks for text on a tier colour; the one with more contrast is used. */
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
  /** A thin highlighted edge along the top of every tile. */
  readonly edge?: { readonly color: Color; readonly height: number };
  readonly texture?: Texture;
}

/** The tokens of a theme, without its name. */
export type ThemeTokens = Omit<Theme, 'name'>;

/** A grid is on the ground below the board; scan lines also cover the lanes, but never a tile. */
export type Texture =
  | { readonly kind: 'grid'; readonly color: Color; readonly step: number }
  | { readonly kind: 'scanlines'; readonly color: Color; readonly step: number; readonly opacity: number };
