import type { Size } from '../model/vocabulary.ts';
import { minWholeSize } from '../text/fit.ts';
import type { MeasuredText } from '../text/measure.ts';
import { bestGrid, type Grid, type GridProblem, orphans } from './grid.ts';
import { areLedByEmoji, labelRoom, largestLabelSize, largestType, scaleOf, widestLine } from './labels.ts';
import { typeSizes } from './spacing.ts';

/** Maximum ratio of a tile's height to its width, unless it is alone on the board. */
const tallest = 1.15;
/** Spare space above a tile that tall is added to it if it is no more than this share of the tile. */
const sliver = 0.15;
/** Factor on a grid's worth for each tile alone on the last of several lines. */
const orphanWorth = 0.9;
/** Factor on a grid's worth for each type size on the board. */
const stepWorth = 0.95;
/** Upper bound of the relative rounding error of a mean. */
const rounding = 1e-9;
/**
 * Weight of a size too small to be used, so that the nearest miss wins, and the factor on a shape's worth for each
 * label whose words may be broken.
 */
const tooLong = { worth: 0.3, each: 0.84 } as const;
/**
 * Tiles flatter than this (width by height) are allowed, but a rounder shape is worth smaller type: a little on
 * boards of words, more where most labels have an emoji, which does not fit a flat tile.
 */
const words = { flattest: 2.4, weight: 0.06 };
const emoji = { flattest: 1.2, weight: 0.5 };

/** Returns the grid of a board of text: the one whose tile shape makes the labels largest. */
export function textGrid(problem: GridProblem, labels: readonly MeasuredText[]): Grid {
  const shape = labels.length === 1 ? (room: Size) => room : upToTallest;
  return bestGrid(problem, gridWorth(problem, labels), shape, maxGridWorth(problem, labels));
}

/**
 * Returns the worth of grids for a board's labels: that of their tile's shape, reduced for each tile alone on a line
 * below others.
 */
export function gridWorth(problem: GridProblem, labels: readonly MeasuredText[]): (grid: Grid) => number {
  const type = typeOn(labels);
  const shape = shapeWorth(labels);
  return ({ columns, tile }) => shape(tile, type(tile)) * orphanWorth ** orphans(problem, columns);
}

/** Returns an upper bound of `gridWorth`: the worth if all labels took the largest size on such a tile. */
function maxGridWorth(problem: GridProblem, labels: readonly MeasuredText[]): (grid: Grid) => number {
  const widest = widestLine(labels);
  const shape = shapeWorth(labels);
  return ({ columns, tile }) => {
    const mean = largestType(widest, labels.length, tile) * (1 + rounding);
    return shape(tile, { mean, calm: stepWorth }) * orphanWorth ** orphans(problem, columns);
  };
}

/** The labels on tiles of a shape: their mean size in px, and the factor for how calm the board looks. */
interface Type {
  readonly mean: number;
  readonly calm: number;
}

/**
 * Returns the type on a tile. Labels that do not fit unbroken count much less in the mean size. Each additional size,
 * and each label whose words may be broken, makes the board less calm.
 */
function typeOn(labels: readonly MeasuredText[]): (tile: Size) => Type {
  const widest = widestLine(labels);
  const wholeSizes = labels.map((label) => minWholeSize(label, typeSizes.min));
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

/** Returns the worth of a tile shape with the given type: more for larger tiles, less for very flat ones. */
function shapeWorth(labels: readonly MeasuredText[]): (tile: Size, type: Type) => number {
  const { flattest, weight } = areLedByEmoji(labels) ? emoji : words;
  return (tile, { mean, calm }) => {
    const flatness = Math.max(0, tile.width / tile.height - flattest);
    return (mean * (tile.width * tile.height) ** 0.25 * calm) / (1 + weight * flatness);
  };
}

function upToTallest(room: Size): Size {
  const height = Math.floor(room.width * tallest);
  return room.height <= height * (1 + sliver) ? room : { width: room.width, height };
}
