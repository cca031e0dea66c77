import type { Size } from '../model/vocabulary.ts';
import { type FittedText, largestLegibleSize, largestSize } from '../text/fit.ts';
import { heightOf, type MeasuredText, wordsHeight } from '../text/measure.ts';
import { inset, type LargeEmoji, placeText, roomForEmoji } from './place-text.ts';
import type { PlacedText, Rect } from './placed.ts';
import { typeSizes } from './spacing.ts';
import { areOneStep, halfPixels, type LargestOf, setText, type TypeScale, typeScale } from './type-scale.ts';

/** Maximum share of the box height that a label's lines fill. Type smaller than `size` px may fill the whole box. */
const airy = { share: 0.93, size: 20 } as const;

/**
 * Setting all labels in one line has to enlarge the emoji by `gain`, and may shrink the labels to the share `cost`.
 */
const oneLine = { gain: 1.25, cost: 0.88 } as const;

/** The largest type may shrink to the share `cost` where that sets at least this share more of the labels in one line. */
const fewerLines = { share: 0.15, cost: 0.92 } as const;

/**
 * Space at the left and right of a label in px: the minimum, for a label that would not fit otherwise, and the usual
 * maximum.
 */
const sides = { min: 4, max: 18 } as const;

/** Returns the part of a tile that its label may use. */
export function labelBox(tile: Rect): Rect {
  const x = Math.min(sides.max, Math.max(sides.min, Math.floor(tile.width * 0.06)));
  return inset(tile, x, topOf(tile));
}

function tightBox(tile: Rect): Rect {
  return inset(tile, sides.min, topOf(tile));
}

function topOf(tile: Rect): number {
  return Math.min(14, Math.max(2, Math.floor(tile.height * 0.07)));
}

/**
 * Returns the type scale of a board's labels. The labels are a little smaller where that sets all of them in one
 * line, under larger emoji.
 */
export function labelScale(labels: readonly MeasuredText[], tile: Size): TypeScale {
  const room = labelRoom({ x: 0, y: 0, ...tile });
  const box = room.usual;
  const sizes = labels.map((label) =>
    airySize(label, roomFor(label, room), typeSizes.min, largestLegibleSize),
  );
  const widest = widestLine(labels);
  const scale = inFewerLines(scaleOf(widest, sizes, tile), labels, box);
  const [size] = scale;
  if (size === undefined || scale.length > 1 || !areLedByEmoji(labels)) return scale;
  const smaller = [Math.min(size, halfPixels(box.width / widest))] as const;
  if (smaller[0] < Math.max(typeSizes.min, size * oneLine.cost)) return scale;
  const smallest = (of: TypeScale) => largeEmojis(labels, tile, of).at(-1)?.size ?? 0;
  return smallest(smaller) >= oneLine.gain * smallest(scale) ? smaller : scale;
}

/** Returns the scale with a slightly smaller largest step if that sets many more labels in one line. */
function inFewerLines(scale: TypeScale, labels: readonly MeasuredText[], { width }: Size): TypeScale {
  const [size = 0, ...smaller] = scale;
  const sizes = labels
    .map(({ widths }) => halfPixels(width / (widths[0] ?? 1)))
    .filter((whole) => whole < size && whole >= size * fewerLines.cost);
  const largest = Math.min(...sizes);
  if (sizes.length < labels.length * fewerLines.share || sizes.length === 0) return scale;
  return smaller.every((step) => !areOneStep(step, largest)) ? [largest, ...smaller] : scale;
}

/**
 * Maximum type size as a share of the tile's height; more on a low tile whose labels all fit in one line. A label
 * that is alone on its board takes a share of the tile's shorter side.
 */
const typeShare = { usual: 0.36, low: 0.7, alone: 0.26 } as const;
/** Type up to this size in px may fill more of its tile. */
const lowType = 22;

/** Returns the width in em of the longest label, set in one line. */
export function widestLine(labels: readonly MeasuredText[]): number {
  return labels.reduce((max, { widths }) => Math.max(max, widths[0] ?? 0), 0);
}

/**
 * Returns the type scale in a tile, from the longest label in one line, in em, and the largest size in px of each
 * label.
 */
export function scaleOf(widest: number, largest: readonly number[], tile: Size): TypeScale {
  return typeScale(largest, { min: typeSizes.min, max: largestType(widest, largest.length, tile) });
}

/** Returns the largest type size in px in a tile, from the longest of all labels in one line, in em. */
export function largestType(widest: number, labels: number, tile: Size): number {
  const usual = Math.max(tile.height * typeShare.usual, Math.min(tile.height * 0.56, lowType));
  const poster = Math.min(typeSizes.largestFew, Math.max(typeSizes.largestLabel, tile.height * 0.2));
  const alone = labels === 1 ? Math.min(tile.width, tile.height) * typeShare.alone : 0;
  const max = Math.min(Math.max(poster, alone), Math.max(usual, inOneLine(widest, tile)));
  return Math.max(typeSizes.min, max);
}

/** Returns the largest size in px of labels that all stand in one line, on a low tile. */
function inOneLine(widest: number, tile: Size): number {
  const box = labelBox({ x: 0, y: 0, ...tile });
  return Math.min(tile.height * typeShare.low, 15 + tile.height * 0.26, box.width / widest);
}

/** Boxes for a label in a tile: the usual one, and the one with the least space at its sides. */
export interface LabelRoom {
  readonly usual: Rect;
  readonly tight: Rect;
}

export function labelRoom(tile: Rect): LabelRoom {
  return { usual: labelBox(tile), tight: tightBox(tile) };
}

/** Returns the largest size in px at which a label's words fit their tile unbroken, with space above and below. */
export function largestLabelSize(label: MeasuredText, { usual, tight }: LabelRoom): number {
  const size = airySize(label, usual, typeSizes.min, largestSize);
  if (size >= typeSizes.min) return size;
  return isNearMiss(size, { usual, tight }) ? Math.min(typeSizes.min, largestSize(label, tight)) : size;
}

/** Whether a label with the given largest size in the usual box might be legible in the tight box. */
function isNearMiss(size: number, { usual, tight }: LabelRoom): boolean {
  return size < typeSizes.min && size * tight.width >= typeSizes.min * usual.width;
}

/** Returns the box of a label: the tight one only if the label is legible with unbroken words in no other. */
function roomFor(label: MeasuredText, room: LabelRoom): Rect {
  const isTight =
    isNearMiss(largestSize(label, room.usual), room) && largestSize(label, room.tight) >= typeSizes.min;
  return isTight ? room.tight : room.usual;
}

/** Sets a label at its step of the board's scale. Returns the text and its box. */
export function setLabel(label: MeasuredText, scale: TypeScale, tile: Rect): SetLabel {
  const room = labelRoom(tile);
  const set = setIn(roomFor(label, room), label, scale);
  return set.shortened ? setIn(room.tight, label, scale) : set;
}

type SetLabel = FittedText & { readonly size: number; readonly box: Rect };

function setIn(box: Rect, label: MeasuredText, scale: TypeScale): SetLabel {
  const largest: LargestOf = (text, room, minSize) => airySize(text, room, minSize, largestLegibleSize);
  return { ...setText(label, scale, box, largest), box };
}

/** Large emoji of a board by the number of lines under them: one above a single line is larger. */
export type LargeEmojis = readonly LargeEmoji[];

/** Places a label in the middle of its tile. */
export function placeLabel(
  label: MeasuredText,
  tile: Rect,
  scale: TypeScale,
  emojis: LargeEmojis,
): PlacedText {
  const set = setLabel(label, scale, tile);
  return placeText(label, set, set.box, emojis[set.lines.length]);
}

/** Maximum share of the tile's height for an emoji above words. */
const emojiShare = 0.58;
/** Maximum share of the box height for an emoji without words. */
const aloneShare = 0.75;

/**
 * Returns the large emoji of a board. All with the same number of lines under them have one size, the largest that
 * fits the fullest of their tiles, and stand at one height. More lines never come with a larger emoji.
 */
export function largeEmojis(labels: readonly MeasuredText[], tile: Size, scale: TypeScale): LargeEmojis {
  const whole = { x: 0, y: 0, ...tile };
  const box = labelBox(whole);
  const width = box.width * 0.8;
  const set = labels
    .filter(({ emoji }) => emoji)
    .map((label) => ({ label, fitted: setLabel(label, scale, whole) }));
  const emojis: LargeEmoji[] = [{ size: Math.floor(Math.min(box.height * aloneShare, width)), words: 0 }];
  let max = Math.min(tile.height * emojiShare, width);
  const mostLines = Math.max(0, ...set.map(({ fitted }) => fitted.lines.length));
  for (let lines = 1; lines <= mostLines; lines++) {
    const alike = set.filter(({ fitted }) => fitted.lines.length === lines);
    max = Math.min(max, ...alike.map(({ label, fitted }) => roomForEmoji(label, fitted, box.height)));
    const words = Math.max(0, ...alike.map(({ label, fitted }) => wordsHeight(label, lines) * fitted.size));
    emojis.push({ size: Math.floor(max), words });
  }
  return emojis;
}

/**
 * Whether large emoji fit above their words: at the smallest legible size if most labels have an emoji, otherwise at
 * the size that the words would have without it.
 */
export function areEmojiWellPlaced(labels: readonly MeasuredText[], tile: Size): boolean {
  const whole = { x: 0, y: 0, ...tile };
  const led = labels.filter(({ emoji }) => emoji);
  if (led.some((label) => heightOf(label, 1) * typeSizes.min > labelBox(whole).height)) return false;
  if (led.length === 0 || areLedByEmoji(labels)) return true;
  const scale = labelScale(labels, tile);
  const sizeOf = (label: MeasuredText) => setLabel(label, scale, whole).size;
  return led.every(
    (label) => label.pieces.length === 0 || sizeOf(label) >= sizeOf({ ...label, emoji: undefined }),
  );
}

/** Whether most labels begin with an emoji. */
export function areLedByEmoji(labels: readonly MeasuredText[]): boolean {
  return 2 * labels.filter((label) => label.emoji).length > labels.length;
}

function airySize(label: MeasuredText, box: Size, minSize: number, largestOf: LargestOf): number {
  const size = largestOf(label, { width: box.width, height: box.height * airy.share }, minSize);
  return size >= airy.size ? size : Math.max(size, Math.min(airy.size, largestOf(label, box, minSize)));
}
