import type { Size } from '../model/vocabulary.ts';
import { largestLegibleSize, largestSize, minWholeSize } from '../text/fit.ts';
import { type MeasuredText, wordsHeight } from '../text/measure.ts';
import { placeText } from './place-text.ts';
import type { PlacedText, Rect } from './placed.ts';
import { typeSizes } from './spacing.ts';
import { setText, type TypeScale, typeScale } from './type-scale.ts';

/** Most of a tile's height that a caption takes from its picture. */
const maxShare = 0.5;
/** Type of a caption as shares of the tile's height: at most, and from where on it grows with a large tile. */
const typeShare = { most: 0.125, large: 0.07 } as const;
/** A caption has no more lines than this while its type is of that size in px at least. */
const calm = { lines: 2, size: 16 } as const;

/** The type scale of a board's captions. */
export function captionScale(captions: readonly MeasuredText[], tile: Size): TypeScale {
  const box = { ...captionBox({ x: 0, y: 0, ...tile }), height: tile.height * 0.36 };
  const { largestCaption, largestPosterCaption } = typeSizes;
  const large = Math.min(largestPosterCaption, Math.max(largestCaption, tile.height * typeShare.large));
  const most = Math.max(typeSizes.least, Math.min(large, tile.height * typeShare.most));
  const largest = captions.map((caption) => largestCaptionSize(caption, box, typeSizes.least));
  return typeScale(largest, { least: typeSizes.least, most });
}

/** Sets a caption into a strip at the tile's foot that is as high as its lines need. */
export function placeCaption(
  caption: MeasuredText,
  tile: Rect,
  scale: TypeScale,
): { readonly label: PlacedText; readonly captionHeight: number } {
  const box = captionBox(tile);
  const fitted = setText(caption, scale, box, largestCaptionSize);
  if (caption.text === '') return { label: placeText(caption, fitted, box), captionHeight: 0 };
  const air = Math.max(3, Math.round(fitted.size * 0.36));
  const words = Math.ceil(wordsHeight(caption, Math.max(1, fitted.lines.length)) * fitted.size);
  const captionHeight = Math.min(words + 2 * air, Math.floor(tile.height * maxShare) + 2 * air);
  const strip = { ...box, y: tile.y + tile.height - captionHeight, height: captionHeight };
  return { label: placeText(caption, fitted, strip), captionHeight };
}

/** The most room there is for a caption's words. */
function captionBox(tile: Rect): Rect {
  const side = Math.min(12, Math.max(4, Math.floor(tile.width * 0.05)));
  const height = Math.floor(tile.height * maxShare);
  return { x: tile.x + side, y: tile.y + tile.height - height, width: tile.width - 2 * side, height };
}

/** The largest size in px of a caption: in few lines, where it is legible so. */
function largestCaptionSize(caption: MeasuredText, box: Size, least: number): number {
  if (caption.widths.length <= calm.lines) return largestLegibleSize(caption, box, least);
  const few = (widths: readonly number[]) => widths.slice(0, calm.lines);
  const short = { ...caption, widths: few(caption.widths), softWidths: few(caption.softWidths) };
  const size = largestSize(short, box);
  return size >= minWholeSize(caption, calm.size) ? size : largestLegibleSize(caption, box, least);
}
