import type { AspectRatio, Format, Scale, ThemeName } from './vocabulary.ts';

/** The one resolved shape behind all three modes: what the picture says, and nothing about how it looks. */
export interface Board {
  /** Empty: the picture has no title block. */
  readonly title: string;
  readonly tiers: readonly BoardTier[];
}

export interface BoardTier {
  readonly title: string;
  /** `#rrggbb` in lower case, or null: the theme's palette decides by row position. */
  readonly color: string | null;
  readonly items: readonly BoardItem[];
}

/** One tile. */
export type BoardItem = TextItem | PhotoItem;

export interface TextItem {
  readonly kind: 'text';
  readonly label: string;
  /** Drawn large above the label, as an emoji is that the label begins with. */
  readonly art?: Art;
}

/**
 * A small drawing of a template's item, by value: whoever draws needs neither files nor the catalogue, and two orders
 * with the same art are the same picture.
 */
export type Art = VectorArt | PixelArt;

/** Filled shapes that together fill a box; what lies outside of it is not drawn. */
export interface VectorArt {
  readonly kind: 'vector';
  /** As SVG writes it: left, top, width and height. */
  readonly viewBox: readonly [left: number, top: number, width: number, height: number];
  readonly shapes: readonly ArtShape[];
}

export interface ArtShape {
  /** SVG path data. */
  readonly path: string;
  /** `#rrggbb`, or null: as the words. */
  readonly color: string | null;
  /** Overlapping parts of the path are left open (SVG's fill-rule `evenodd`). */
  readonly isEvenOdd?: boolean;
}

export interface PixelArt {
  readonly kind: 'pixels';
  /** A whole PNG file, in base64. */
  readonly png: string;
}

/** A picture from the web; its label, which may be empty, is its caption. */
export interface PhotoItem {
  readonly kind: 'picture';
  readonly address: string;
  readonly label: string;
}

/** Everything that decides the pixels of one picture. Two equal orders are the same picture. */
export interface RenderSpec {
  readonly board: Board;
  readonly aspectRatio: AspectRatio;
  readonly scale: Scale;
  readonly theme: ThemeName;
  readonly format: Format;
  readonly watermark: boolean;
  /** Absent: the board in full. */
  readonly thumbnail?: Thumbnail;
}

/** A small picture for the catalogue, in real pixels; `scale` is not looked at. */
export interface Thumbnail {
  /** The whole board made smaller, or the first tile of it alone. */
  readonly shows: 'board' | 'tile';
  readonly width: number;
  readonly height: number;
}

/** A finished picture. `width` and `height` are real pixels, `warnings` are for the caller to read. */
export interface RenderedImage {
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly warnings: readonly string[];
}
