import { type Grid, type GridProblem, rowHeight } from './grid.ts';

/**
 * Returns whole-pixel heights of all rows that together fill the space exactly. Spare height first raises rows lower
 * than one line of tiles (empty ones); the rest is shared by the number of lines.
 */
export function shareHeights(problem: GridProblem, grid: Grid): number[] {
  const lines = problem.counts.map((count) => Math.max(1, Math.ceil(count / grid.columns)));
  const heights = problem.counts.map((_, row) => rowHeight(problem, row, grid.columns, grid.tile.height));
  const left = problem.height - sum(heights);
  const lift = liftTo(heights, grid.tile.height + 2 * problem.lanePadding, left);
  const lifted = heights.map((height) => Math.max(height, lift));
  const shares = spread(problem.height - sum(lifted), lines);
  return lifted.map((height, row) => height + (shares[row] ?? 0));
}

/** Returns the level, at most `target`, to which all lower rows can be raised with `room` px. */
function liftTo(heights: readonly number[], target: number, room: number): number {
  let level = target;
  const needed = (to: number) => sum(heights.map((height) => Math.max(0, to - height)));
  const low = heights.filter((height) => height < target);
  if (needed(level) > room) level = Math.floor((room + sum(low)) / Math.max(1, low.length));
  while (level > 0 && needed(level) > room) level--;
  return level;
}

/**
 * Splits whole pixels by weight. The rounding error is carried from one part to the next, so nothing is left over.
 */
export function spread(room: number, weights: readonly number[]): number[] {
  const total = sum(weights);
  let weightSoFar = 0;
  let given = 0;
  return weights.map((weight) => {
    weightSoFar += weight;
    const upToHere = Math.floor((room * weightSoFar) / total);
    const share = upToHere - given;
    given = upToHere;
    return share;
  });
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
