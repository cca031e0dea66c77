import type { AspectRatio, Format, Scale, ThemeName } from './vocabulary.ts';

/** The resolved content of an image, the same for all three modes. It says nothing about the appearance. */
export interface Board {
  /** Empty: the image has no title block. */
  readonly title: string;
  readonly tiers: readonly BoardTier[];
}

export interface BoardTier {
  readonly title: string;
  /** `#rrggbb` in lower case, or null for the theme's palette by row position. */
  readonly color: string | null;
  readonly items: readonly BoardItem[];
}

/** One tile. */
export type BoardItem = TextItem | PhotoItem;

export interface TextItem {
  readonly kind: 'text';
  readonly label: string;
  /** Drawn large above the label, like an emoji at the beginning of a label. */
  readonly art?: Art;
}

/**
 * A small drawing of a template's item, by value: drawing it needs neither files nor the catalogue, and equal specs
 * give equal images.
 */
export type Art = VectorArt | PixelArt;

/** Filled shapes that fill a box; anything outside it is clipped. */
export interface VectorArt {
  readonly kind: 'vector';
  /** As in SVG: left, top, width and height. */
  readonly viewBox: readonly [left: number, top: number, width: number, height: number];
  readonly shapes: readonly ArtShape[];
}

export interface ArtShape {
  /** SVG path data. */
  readonly path: string;
  /** `#rrggbb`, or null for the colour of the text. */
  readonly color: string | null;
  /** Overlapping parts of the path are left unfilled (SVG's fill-rule `evenodd`). */
  readonly isEvenOdd?: boolean;
}

export interface PixelArt {
  readonly kind: 'pixels';
  /** A complete PNG file, in base64. */
  readonly png: string;
}

/** A photo. Its label is its caption, and may be empty. */
export interface PhotoItem {
  readonly kind: 'picture';
  /** On the web, or the id of an uploaded photo, which never stands for another one. */
  readonly address: string;
  readonly label: string;
}

/** Everything that determines the pixels of an image. Equal specs give equal images. */
export interface RenderSpec {
  readonly board: Board;
  readonly aspectRatio: AspectRatio;
  readonly scale: Scale;
  readonly theme: ThemeName;
  readonly format: Format;
  readonly watermark: boolean;
  /** Absent: an image of the whole board at full size. */
  readonly thumbnail?: Thumbnail;
}

/** A preview for the catalogue, in real pixels; `scale` is ignored. */
export interface Thumbnail {
  /** The whole board at a reduced size, or its first tile alone. */
  readonly shows: 'board' | 'tile';
  readonly width: number;
  readonly height: number;
}

/** An encoded image. `width` and `height` are in real pixels, `warnings` are for the client. */
export interface RenderedImage {
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly warnings: readonly string[];
}
