import type { Size } from '../model/vocabulary.ts';
import { type FittedText, largestLegibleSize, largestSize, minWholeSize } from '../text/fit.ts';
import { type MeasuredText, wordsHeight } from '../text/measure.ts';
import { placeText } from './place-text.ts';
import type { PlacedText, Rect } from './placed.ts';
import { typeSizes } from './spacing.ts';
import { setText, type TypeScale, typeScale } from './type-scale.ts';

/** Maximum share of a tile's height that a caption takes from its photo. */
const maxShare = 0.5;
/**
 * Type size of a caption as shares of the tile's height: the maximum on any tile, and the maximum above the usual
 * caption size.
 */
const typeShare = { max: 0.125, large: 0.07 } as const;
/** Maximum number of lines of a caption while its type has at least this size in px. */
const calm = { lines: 2, size: 16 } as const;

/** Returns the type scale of a board's captions. */
export function captionScale(captions: readonly MeasuredText[], tile: Size): TypeScale {
  const box = { ...captionBox({ x: 0, y: 0, ...tile }), height: tile.height * 0.36 };
  const { largestCaption, largestPosterCaption } = typeSizes;
  const large = Math.min(largestPosterCaption, Math.max(largestCaption, tile.height * typeShare.large));
  const max = Math.max(typeSizes.min, Math.min(large, tile.height * typeShare.max));
  const largest = captions.map((caption) => largestCaptionSize(caption, box, typeSizes.min));
  return typeScale(largest, { min: typeSizes.min, max });
}

/** A caption in its type size, and the height of the strip that it needs under its photo; 0 without words. */
export interface FittedCaption {
  readonly caption: MeasuredText;
  readonly fitted: FittedText & { readonly size: number };
  readonly height: number;
}

/** Sets a caption in the step of its board that suits it. */
export function fitCaption(caption: MeasuredText, tile: Rect, scale: TypeScale): FittedCaption {
  const fitted = setText(caption, scale, captionBox(tile), largestCaptionSize);
  if (caption.text === '') return { caption, fitted, height: 0 };
  const air = Math.max(3, Math.round(fitted.size * 0.36));
  const words = Math.ceil(wordsHeight(caption, Math.max(1, fitted.lines.length)) * fitted.size);
  return { caption, fitted, height: Math.min(words + 2 * air, Math.floor(tile.height * maxShare) + 2 * air) };
}

/** Places a caption in the middle of a strip of the given height at the bottom of its tile. */
export function placeCaption({ caption, fitted }: FittedCaption, tile: Rect, height: number): PlacedText {
  const box = captionBox(tile);
  return placeText(caption, fitted, { ...box, y: tile.y + tile.height - height, height });
}

/** Returns the largest box that a caption's words may fill. */
function captionBox(tile: Rect): Rect {
  const side = Math.min(12, Math.max(4, Math.floor(tile.width * 0.05)));
  const height = Math.floor(tile.height * maxShare);
  return { x: tile.x + side, y: tile.y + tile.height - height, width: tile.width - 2 * side, height };
}

/** Returns the largest size in px of a caption: with few lines, if it is legible that way. */
function largestCaptionSize(caption: MeasuredText, box: Size, minSize: number): number {
  if (caption.widths.length <= calm.lines) return largestLegibleSize(caption, box, minSize);
  const few = (widths: readonly number[]) => widths.slice(0, calm.lines);
  const short = { ...caption, widths: few(caption.widths), softWidths: few(caption.softWidths) };
  const size = largestSize(short, box);
  return size >= minWholeSize(caption, calm.size) ? size : largestLegibleSize(caption, box, minSize);
}
