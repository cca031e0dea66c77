import type { Size } from '../model/vocabulary.ts';
import { bestGrid, type Grid, type GridProblem, orphans } from './grid.ts';

/**
 * Maximum ratios of a tile's sides with a photo: faces and covers lose little when they are cropped to them. Tiles may be
 * as tall as a portrait or a poster, 2:3, so that little of a lane stays empty above and below.
 */
const longest = { wide: 1.25, tall: 1.5 } as const;
/**
 * Shares of the shorter side that may be lost so that no row leaves a tile alone on its last line, and so that fewer rows
 * do.
 */
const orphanCost = { any: 0.1, all: 0.05 } as const;
/**
 * Returns the grid of a board with photos: the one with the largest shorter side of a tile, a little less where that
 * leaves fewer tiles alone on a line below others. Among these, the largest area wins, then the best-filled lines.
 */
export function photoGrid(problem: GridProblem): Grid {
  return bestGrid(problem, (grid) => photoWorth(problem, grid), stretched);
}

/**
 * Returns the worth of a grid for a board with photos: the shorter side of its tile in px, and a tiny addition for
 * the longer.
 */
export function photoWorth(problem: GridProblem, { columns, tile }: Grid): number {
  const alone = orphans(problem, columns);
  const cost = alone === 0 ? 0 : orphanCost.any + (orphanCost.all * alone) / problem.counts.length;
  const shorter = Math.min(tile.width, tile.height) * (1 - cost);
  return shorter + Math.max(tile.width, tile.height) / 1e6 + columns / 1e9;
}

/** Returns the largest tile in the given space within the maximum ratio of its sides. */
function stretched({ width, height }: Size): Size {
  return {
    width: Math.min(width, Math.floor(height * longest.wide)),
    height: Math.min(height, Math.floor(width * longest.tall)),
  };
}
