import type { BoardItem } from '../model/board.ts';
import type { Size } from '../model/vocabulary.ts';
import type { Figure } from '../text/emoji.ts';
import type { Run } from '../text/runs.ts';

/** A rectangle in canvas pixels, origin at the top left. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** One line of text: its runs from left to right, where the first starts, and the baseline. */
export interface PlacedLine {
  readonly runs: readonly Run[];
  readonly x: number;
  readonly baseline: number;
  /** In px. */
  readonly width: number;
}

export interface PlacedText {
  /** What the caller wrote, whole. */
  readonly text: string;
  /** Type size in px. */
  readonly size: number;
  readonly lines: readonly PlacedLine[];
  /** Ink above and below a baseline at most, in px. */
  readonly ascent: number;
  readonly descent: number;
  /** Art or a leading emoji, drawn large above the lines. */
  readonly emoji?: { readonly emoji: Figure; readonly box: Rect };
  readonly shortened: boolean;
}

export interface PlacedTile {
  readonly item: BoardItem;
  readonly box: Rect;
  /** In the whole tile; of a picture: its caption. */
  readonly label: PlacedText;
  /** Height in px of the strip at the foot that a picture leaves to its caption; 0 without one. */
  readonly captionHeight: number;
}

export interface PlacedRow {
  /** The whole row: label cell and lane side by side. */
  readonly box: Rect;
  readonly cell: Rect;
  readonly lane: Rect;
  /** As asked for, or null: the theme's palette by row. */
  readonly color: string | null;
  readonly title: PlacedText;
  readonly tiles: readonly PlacedTile[];
}

/** A board with every rectangle and every line of text in its place. */
export interface PlacedBoard {
  readonly canvas: Size;
  readonly title: { readonly box: Rect; readonly text: PlacedText } | undefined;
  readonly rows: readonly PlacedRow[];
  readonly watermark: { readonly box: Rect; readonly text: PlacedText } | undefined;
}
