import type { Size } from '../model/words.ts';
import { heightOf, largestSize, type MeasuredText } from '../text/measure.ts';
import { bestShape, type Grid, type GridProblem } from './grid.ts';
import { inset } from './place-text.ts';
import type { Rect } from './placed.ts';
import { typeSizes } from './spacing.ts';
import { type TypeScale, typeScale } from './type-scale.ts';

/** A tile is at most this much taller than wide. */
const tallest = 1.15;
/** What a size too small to be used still counts, so that the nearest miss wins. */
const tooLongWorth = 0.3;
/**
 * Tiles flatter than this (width by height) are still drawn, but a rounder shape is worth smaller type: a little
 * on boards of words, more where most labels bring an emoji, which a flat tile has no room for.
 */
const words = { flattest: 2.4, weight: 0.06 };
const pictures = { flattest: 1.2, weight: 0.4 };

/** The grid of a board of text: the tile shape whose labels come out largest. */
export function textGrid(problem: GridProblem, labels: readonly MeasuredText[]): Grid {
  const { columns, tile } = bestShape(problem, (room) => shapeWorth(shapeOf(room), labels));
  return { columns, tile: shapeOf(tile) };
}

/**
 * What a tile shape is worth to a board's labels: the mean size in px at which they are set, those that do
 * not fit whole counting much less; more for larger tiles, less for very flat ones and for every size more than
 * one on the board.
 */
export function shapeWorth(tile: Size, labels: readonly MeasuredText[]): number {
  const box = labelBox({ x: 0, y: 0, ...tile });
  const sizes = labels.map((label) => largestSize(label, box));
  const scale = labelScale(sizes, tile);
  const set = sizes.map((size) => scale.find((step) => step <= size + 1e-6) ?? size * tooLongWorth);
  const mean = set.reduce((sum, size) => sum + size, 0) / Math.max(1, set.length);
  const { flattest, weight } =
    2 * labels.filter((label) => label.emoji).length > labels.length ? pictures : words;
  const flatness = Math.max(0, tile.width / tile.height - flattest);
  return (mean * (tile.width * tile.height) ** 0.25 * 0.95 ** scale.length) / (1 + weight * flatness);
}

/** The type scale of a board's labels, from the largest size of each in the tile. */
export function labelScale(largest: readonly number[], tile: Size): TypeScale {
  const airy = Math.max(tile.height * 0.36, Math.min(tile.height * 0.56, 22));
  const posterSize = Math.min(typeSizes.largestAlone, Math.max(typeSizes.largestLabel, tile.height * 0.2));
  const most = Math.max(typeSizes.least, Math.min(posterSize, airy));
  return typeScale(largest, { least: typeSizes.least, most });
}

/** The part of a tile that its label may use. */
export function labelBox(tile: Rect): Rect {
  const x = Math.min(18, Math.max(4, Math.floor(tile.width * 0.06)));
  const y = Math.min(14, Math.max(2, Math.floor(tile.height * 0.07)));
  return inset(tile, x, y);
}

/** Whether a leading emoji has room above its words at the least legible size. */
export function hasRoomForEmoji(label: MeasuredText, tile: Size): boolean {
  return heightOf(label, 1) * typeSizes.least <= labelBox({ x: 0, y: 0, ...tile }).height;
}

function shapeOf(room: Size): Size {
  return { width: room.width, height: Math.min(room.height, Math.floor(room.width * tallest)) };
}
