import type { Size } from '../model/vocabulary.ts';
import { minWholeSize } from '../text/fit.ts';
import type { MeasuredText } from '../text/measure.ts';
import { bestGrid, type Grid, type GridProblem, orphans } from './grid.ts';
import { areLedByEmoji, labelRoom, largestLabelSize, largestType, scaleOf, widestLine } from './labels.ts';
import { typeSizes } from './spacing.ts';

/** A tile is at most this much taller than wide, but where it has the board to itself. */
const tallest = 1.15;
/** What is left over above a tile that tall is taken too, if it is no more than this share of the tile. */
const sliver = 0.15;
/** What a tile alone on the last of several lines takes from a grid's worth. */
const orphanWorth = 0.9;
/** What each size of type on the board leaves of a grid's worth. */
const stepWorth = 0.95;
/** More than the share by which a mean may come out too large. */
const rounding = 1e-9;
/**
 * What a size too small to be used still counts, so that the nearest miss wins, and what each label whose words may be
 * broken takes from a shape's worth.
 */
const tooLong = { worth: 0.3, each: 0.84 } as const;
/**
 * Tiles flatter than this (width by height) are still drawn, but a rounder shape is worth smaller type: a little
 * on boards of words, more where most labels bring an emoji, which a flat tile has no room for.
 */
const words = { flattest: 2.4, weight: 0.06 };
const photos = { flattest: 1.2, weight: 0.5 };

/** The grid of a board of text: the tile shape whose labels come out largest. */
export function textGrid(problem: GridProblem, labels: readonly MeasuredText[]): Grid {
  const shape = labels.length === 1 ? (room: Size) => room : upToTallest;
  return bestGrid(problem, gridWorth(problem, labels), shape, maxGridWorth(problem, labels));
}

/** What grids are worth to a board's labels: their tile's shape, and less for every tile left alone on a line below others. */
export function gridWorth(problem: GridProblem, labels: readonly MeasuredText[]): (grid: Grid) => number {
  const type = typeOn(labels);
  const shape = shapeWorth(labels);
  return ({ columns, tile }) => shape(tile, type(tile)) * orphanWorth ** orphans(problem, columns);
}

/** No less than `gridWorth`: as if all labels took the largest size that there is on such a tile. */
function maxGridWorth(problem: GridProblem, labels: readonly MeasuredText[]): (grid: Grid) => number {
  const widest = widestLine(labels);
  const shape = shapeWorth(labels);
  return ({ columns, tile }) => {
    const mean = largestType(widest, labels.length, tile) * (1 + rounding);
    return shape(tile, { mean, calm: stepWorth }) * orphanWorth ** orphans(problem, columns);
  };
}

/** How labels are set on tiles of a shape: their mean size in px, and what is left of it for those who look at the board. */
interface Type {
  readonly mean: number;
  readonly calm: number;
}

/**
 * The type on a tile: those labels that do not fit whole count much less in its mean size; every size more than one
 * on the board makes it less calm, and so does every label whose words may be broken.
 */
function typeOn(labels: readonly MeasuredText[]): (tile: Size) => Type {
  const widest = widestLine(labels);
  const wholeSizes = labels.map((label) => minWholeSize(label, typeSizes.least));
  return (tile) => {
    const room = labelRoom({ x: 0, y: 0, ...tile });
    const sizes = labels.map((label) => largestLabelSize(label, room));
    const scale = scaleOf(widest, sizes, tile);
    const set = sizes.map((size) => scale.find((step) => step <= size + 1e-6) ?? size * tooLong.worth);
    const broken = sizes.filter((size, index) => size < (wholeSizes[index] ?? 0)).length;
    const mean = set.reduce((sum, size) => sum + size, 0) / Math.max(1, set.length);
    return { mean, calm: stepWorth ** scale.length * tooLong.each ** broken };
  };
}

/** What a tile shape is worth with that type on it: more for larger tiles, less for very flat ones. */
function shapeWorth(labels: readonly MeasuredText[]): (tile: Size, type: Type) => number {
  const { flattest, weight } = areLedByEmoji(labels) ? photos : words;
  return (tile, { mean, calm }) => {
    const flatness = Math.max(0, tile.width / tile.height - flattest);
    return (mean * (tile.width * tile.height) ** 0.25 * calm) / (1 + weight * flatness);
  };
}

function upToTallest(room: Size): Size {
  const height = Math.floor(room.width * tallest);
  return room.height <= height * (1 + sliver) ? room : { width: room.width, height };
}
