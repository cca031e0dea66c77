import type { Size } from '../model/vocabulary.ts';
import { bestGrid, type Grid, type GridProblem, orphans } from './grid.ts';
import { typeSizes } from './spacing.ts';
import { halfPixels, type TypeScale } from './type-scale.ts';

/** A tile with a picture is at most this much wider than tall, or taller than wide: faces and covers lose little. */
const longest = 1.25;
/** The share of the shorter side that may be lost so that no row leaves a tile alone on the last of its lines. */
const orphanCost = 0.05;
/** Type beside pictures, as a share of a tile's shorter side at most: larger words outshout them, in many short lines. */
const typeShare = 0.16;

/**
 * The grid of a board with pictures: the tile whose shorter side is the largest, a little less where that leaves fewer
 * tiles alone on a line below others; of those the largest by area, and of those the one that fills its lines best.
 */
export function photoGrid(problem: GridProblem): Grid {
  return bestGrid(problem, (grid) => photoWorth(problem, grid), stretched);
}

/** What a grid is worth to a board with pictures: px of its tile's shorter side, and next to nothing more for the longer. */
export function photoWorth(problem: GridProblem, { columns, tile }: Grid): number {
  const shorter =
    Math.min(tile.width, tile.height) *
    (1 - (orphanCost * orphans(problem, columns)) / problem.counts.length);
  return shorter + Math.max(tile.width, tile.height) / 1e6 + columns / 1e9;
}

/** The largest tile in that room whose longer side is not much longer than the other. */
function stretched({ width, height }: Size): Size {
  return {
    width: Math.min(width, Math.floor(height * longest)),
    height: Math.min(height, Math.floor(width * longest)),
  };
}

/** The type scale of labels on a board with pictures, no larger than becomes their company. */
export function besidePhotos(scale: TypeScale, { width, height }: Size): TypeScale {
  const most = Math.max(typeSizes.least, halfPixels(typeShare * Math.min(width, height)));
  return [...new Set(scale.map((size) => Math.min(size, most)))];
}
