import type { AspectRatio, Format, Scale, ThemeName } from './words.ts';

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
export type BoardItem = TextItem | PictureItem;

interface TextItem {
  readonly kind: 'text';
  readonly label: string;
}

/** A picture from the web; its label, which may be empty, is its caption. */
export interface PictureItem {
  readonly kind: 'picture';
  readonly address: string;
  readonly label: string;
}

/** Everything that decides the pixels of one picture. Two equal orders are the same picture. */
export interface RenderOrder {
  readonly board: Board;
  readonly aspectRatio: AspectRatio;
  readonly scale: Scale;
  readonly theme: ThemeName;
  readonly format: Format;
  readonly watermark: boolean;
}

/** A finished picture. `width` and `height` are real pixels, `warnings` are for the caller to read. */
export interface Picture {
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly warnings: readonly string[];
}
