import type { Size } from '../model/words.ts';
import {
  type FittedText,
  heightOf,
  largestLegibleSize,
  largestSize,
  type MeasuredText,
} from '../text/measure.ts';
import { inset, roomForEmoji } from './place-text.ts';
import type { Rect } from './placed.ts';
import { typeSizes } from './spacing.ts';
import { type LargestOf, setText, type TypeScale, typeScale } from './type-scale.ts';

/** Of a label's box, the height that its lines fill at most; type under that size in px takes all of it. */
const airy = { share: 0.93, size: 20 } as const;

/** What a line less has to gain all emoji of a board, and may cost the labels. */
const oneLine = { gain: 1.25, cost: 0.88 } as const;

/** The part of a tile that its label may use. */
export function labelBox(tile: Rect): Rect {
  const x = Math.min(18, Math.max(4, Math.floor(tile.width * 0.06)));
  const y = Math.min(14, Math.max(2, Math.floor(tile.height * 0.07)));
  return inset(tile, x, y);
}

/** The type scale of a board's labels: smaller by a little where that sets all in one line, under larger emoji. */
export function labelScale(labels: readonly MeasuredText[], tile: Size): TypeScale {
  const box = labelBox({ x: 0, y: 0, ...tile });
  const sizes = labels.map((label) => airySize(label, box, typeSizes.least, largestLegibleSize));
  const scale = scaleOf(sizes, tile);
  const [size] = scale;
  if (size === undefined || scale.length > 1 || !areLedByEmoji(labels)) return scale;
  const widest = labels.reduce((most, { widths }) => Math.max(most, widths[0] ?? 0), 0);
  const smaller = [Math.min(size, Math.floor((2 * box.width) / widest) / 2)] as const;
  if (smaller[0] < Math.max(typeSizes.least, size * oneLine.cost)) return scale;
  const isWorthwhile = emojiSize(labels, tile, smaller) >= oneLine.gain * emojiSize(labels, tile, scale);
  return isWorthwhile ? smaller : scale;
}

/** The type scale in a tile, from the largest size in px of each label. */
export function scaleOf(largest: readonly number[], tile: Size): TypeScale {
  const roomy = Math.max(tile.height * 0.36, Math.min(tile.height * 0.56, 22));
  const posterSize = Math.min(typeSizes.largestAlone, Math.max(typeSizes.largestLabel, tile.height * 0.2));
  const most = Math.max(typeSizes.least, Math.min(posterSize, roomy));
  return typeScale(largest, { least: typeSizes.least, most });
}

/** The largest size in px at which a label's words fit its box whole, with air above and below. */
export function largestLabelSize(label: MeasuredText, box: Size): number {
  return airySize(label, box, typeSizes.least, largestSize);
}

/** A label set in its box at its step of the board's scale. */
export function setLabel(label: MeasuredText, scale: TypeScale, box: Size): FittedText & { size: number } {
  return setText(label, scale, box, (text, room, least) => airySize(text, room, least, largestLegibleSize));
}

/** One size in px for all large emoji of a board: the largest that the fullest tile allows. */
export function emojiSize(labels: readonly MeasuredText[], tile: Size, scale: TypeScale): number {
  const box = labelBox({ x: 0, y: 0, ...tile });
  const rooms = labels
    .filter((label) => label.emoji)
    .map((label) => roomForEmoji(label, setLabel(label, scale, box), box.height));
  // In proportion to the words; on a tile with room to spare they are what fills it.
  const fitting = Math.max((scale[0] ?? 0) * 3.6, box.height * 0.5);
  return Math.floor(Math.min(box.height * 0.62, box.width * 0.8, fitting, ...rooms));
}

/** Whether a leading emoji has room above its words at the least legible size. */
export function hasRoomForEmoji(label: MeasuredText, tile: Size): boolean {
  return heightOf(label, 1) * typeSizes.least <= labelBox({ x: 0, y: 0, ...tile }).height;
}

/** Whether most labels begin with an emoji. */
export function areLedByEmoji(labels: readonly MeasuredText[]): boolean {
  return 2 * labels.filter((label) => label.emoji).length > labels.length;
}

function airySize(label: MeasuredText, box: Size, least: number, largestOf: LargestOf): number {
  const size = largestOf(label, { width: box.width, height: box.height * airy.share }, least);
  return size >= airy.size ? size : Math.max(size, Math.min(airy.size, largestOf(label, box, least)));
}
