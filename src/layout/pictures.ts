import type { Size } from '../model/words.ts';
import { bestGrid, type Grid, type GridProblem, orphans } from './grid.ts';

/** A tile with a picture is at most this much wider than tall, or taller than wide: faces and covers lose little. */
const longest = 1.25;
/** What a tile alone on the last of several lines takes from the shorter side, as a share. */
const orphanCost = 0.05;

/**
 * The grid of a board with pictures: the tile whose shorter side is the largest, a little less where that leaves fewer
 * tiles alone on a line below others; of those the largest by area, and of those the one that fills its lines best.
 */
export function pictureGrid(problem: GridProblem): Grid {
  return bestGrid(problem, (grid) => pictureWorth(problem, grid), stretched);
}

/** What a grid is worth to a board with pictures: px of its tile's shorter side, and next to nothing more for the longer. */
export function pictureWorth(problem: GridProblem, { columns, tile }: Grid): number {
  const shorter = Math.min(tile.width, tile.height) * (1 - orphanCost) ** orphans(problem, columns);
  return shorter + Math.max(tile.width, tile.height) / 1e6 + columns / 1e9;
}

/** The largest tile in that room whose longer side is not much longer than the other. */
function stretched({ width, height }: Size): Size {
  return {
    width: Math.min(width, Math.floor(height * longest)),
    height: Math.min(height, Math.floor(width * longest)),
  };
}
