import type { BoardItem } from '../model/board.ts';
import type { Size } from '../model/vocabulary.ts';
import type { Figure } from '../text/emoji.ts';
import type { Run } from '../text/runs.ts';

/** A rectangle in canvas pixels, with its origin at the top left. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A line of text: its runs from left to right, where the first one starts, and the baseline. */
export interface PlacedLine {
  readonly runs: readonly Run[];
  readonly x: number;
  readonly baseline: number;
  /** In px. */
  readonly width: number;
}

export interface PlacedText {
  /** The whole text of the caller. */
  readonly text: string;
  /** Type size in px. */
  readonly size: number;
  readonly lines: readonly PlacedLine[];
  /** Maximum ink above and below a baseline, in px. */
  readonly ascent: number;
  readonly descent: number;
  /** Art or a leading emoji, drawn large above the lines. */
  readonly emoji?: { readonly emoji: Figure; readonly box: Rect };
  readonly shortened: boolean;
}

export interface PlacedTile {
  readonly item: BoardItem;
  readonly box: Rect;
  /** Text in the tile; for a photo, its caption. */
  readonly label: PlacedText;
  /** Height in px of the strip for a photo's caption at the bottom; 0 without a caption. */
  readonly captionHeight: number;
}

export interface PlacedRow {
  /** The whole row: label cell and lane side by side. */
  readonly box: Rect;
  readonly cell: Rect;
  readonly lane: Rect;
  /** The requested colour, or null for the theme's palette by row. */
  readonly color: string | null;
  readonly title: PlacedText;
  readonly tiles: readonly PlacedTile[];
}

/** A board whose rectangles and lines of text are all placed. */
export interface PlacedBoard {
  readonly canvas: Size;
  readonly title: { readonly box: Rect; readonly text: PlacedText } | undefined;
  readonly rows: readonly PlacedRow[];
  readonly watermark: { readonly box: Rect; readonly text: PlacedText } | undefined;
}
