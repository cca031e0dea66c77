import type { Size } from '../model/vocabulary.ts';

/** The space for tiles, in px, and the rows that have to fit into it. */
export interface GridProblem {
  /** Width for tiles inside a lane. */
  readonly width: number;
  /** Height of all rows together, without the gaps between rows. */
  readonly height: number;
  /** Tiles in each row. */
  readonly counts: readonly number[];
  /** Minimum height of each row. */
  readonly minHeights: readonly number[];
  readonly tileGap: number;
  readonly lanePadding: number;
}

/** The tile size of the board and the number of tiles in a line. */
export interface Grid {
  readonly columns: number;
  readonly tile: Size;
}

/** Returns the height that a row needs for its tiles, at least its minimum height. */
export function rowHeight(problem: GridProblem, row: number, columns: number, tileHeight: number): number {
  const lines = Math.ceil((problem.counts[row] ?? 0) / columns);
  const tiles = lines * (tileHeight + problem.tileGap) - problem.tileGap + 2 * problem.lanePadding;
  return Math.max(problem.minHeights[row] ?? 0, lines === 0 ? 0 : tiles);
}

/** Whether all rows fit with tiles of the given height. */
export function fits(problem: GridProblem, columns: number, tileHeight: number): boolean {
  let used = 0;
  for (let row = 0; row < problem.counts.length; row++) used += rowHeight(problem, row, columns, tileHeight);
  return used <= problem.height;
}

/** Counts the tiles that are alone on a line below others. */
export function orphans({ counts }: GridProblem, columns: number): number {
  return counts.filter((count) => columns > 1 && count > columns && count % columns === 1).length;
}

/**
 * Returns the best grid by `worth` among those with which all rows fit. Among equals, the one with the fewest columns
 * wins. For each number of columns, `shape` makes a tile from the space of one tile. O(most tiles in a row · rows ·
 * log height).
 *
 * @param upperBound an upper bound of `worth` that is faster to compute, so that few grids have to be weighed
 */
export function bestGrid(
  problem: GridProblem,
  worth: (grid: Grid) => number,
  shape: (room: Size) => Size,
  upperBound: (grid: Grid) => number = worth,
): Grid {
  const candidates = gridsWithRoom(problem, shape).map((grid) => ({ grid, bound: upperBound(grid) }));
  let found: Grid | undefined;
  let foundWorth = Number.NEGATIVE_INFINITY;
  for (const { grid, bound } of candidates.sort((left, right) => right.bound - left.bound)) {
    if (bound < foundWorth) break;
    const gridWorth = worth(grid);
    if (gridWorth > foundWorth || (gridWorth === foundWorth && grid.columns < (found?.columns ?? 0))) {
      found = grid;
      foundWorth = gridWorth;
    }
  }
  if (!found) throw new Error('the canvas has no room for the tiles');
  return found;
}

function gridsWithRoom(problem: GridProblem, shape: (room: Size) => Size): Grid[] {
  const grids: Grid[] = [];
  for (let columns = 1; columns <= maxColumns(problem); columns++) {
    const room = roomForTile(problem, columns);
    if (room.width >= 1 && room.height >= 1) grids.push({ columns, tile: shape(room) });
  }
  return grids;
}

/** Numbers of columns to try. More than the fullest row needs would only leave gaps. */
function maxColumns(problem: GridProblem): number {
  return Math.max(1, ...problem.counts);
}

/** Returns the widest and tallest tile that fits with the given number of columns; 0 when none fits. */
function roomForTile(problem: GridProblem, columns: number): Size {
  const width = Math.floor((problem.width - (columns - 1) * problem.tileGap) / columns);
  let [low, high] = [0, problem.height + 1];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (fits(problem, columns, middle)) low = middle;
    else high = middle;
  }
  return { width, height: low };
}
