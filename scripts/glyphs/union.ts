import type { SvgPathCommand } from 'harfbuzzjs';

type Point = readonly [x: number, y: number];

/** A rectangle in font units, y upwards. */
export interface Box {
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly top: number;
}

/**
 * Returns the union of overlapping squares, of which a font such as Handjet builds its glyphs, as closed loops of
 * horizontal and vertical lines.
 *
 * @param cuts rectangles that are removed from the union
 */
export function unionOfSquares(squares: readonly Box[], cuts: readonly Box[] = []): SvgPathCommand[] {
  const boxes = [...squares, ...cuts];
  const xs = distinct(boxes.flatMap(({ left, right }) => [left, right]));
  const ys = distinct(boxes.flatMap(({ bottom, top }) => [bottom, top]));
  const filled = fillCells(squares, cuts, xs, ys);
  return boundaryLoops(filled, xs.length, ys.length).flatMap((loop) => [
    ...loop.map(([column, row], index) => ({
      type: index === 0 ? 'M' : 'L',
      values: [xs[column] ?? 0, ys[row] ?? 0],
    })),
    { type: 'Z', values: [] },
  ]);
}

/** Returns the bounding box of each contour; curves count by their end points. */
export function boxesOf(commands: readonly SvgPathCommand[]): Box[] {
  const contours: Point[][] = [];
  for (const { type, values } of commands) {
    const [x, y] = values.slice(-2);
    if (type === 'M') contours.push([]);
    if (x !== undefined && y !== undefined) contours.at(-1)?.push([x, y]);
  }
  return contours.map((points) =>
    boundsOf(points.map(([x, y]) => ({ left: x, right: x, bottom: y, top: y }))),
  );
}

/** Returns the bounding box of at least one box. */
export function boundsOf(boxes: readonly Box[]): Box {
  return {
    left: Math.min(...boxes.map(({ left }) => left)),
    right: Math.max(...boxes.map(({ right }) => right)),
    bottom: Math.min(...boxes.map(({ bottom }) => bottom)),
    top: Math.max(...boxes.map(({ top }) => top)),
  };
}

function distinct(values: readonly number[]): number[] {
  return [...new Set(values)].sort((left, right) => left - right);
}

/** Whether the cell to the upper right of grid point (column, row) is covered; false outside the grid. */
type Filled = (column: number, row: number) => boolean;

function fillCells(
  squares: readonly Box[],
  cuts: readonly Box[],
  xs: readonly number[],
  ys: readonly number[],
): Filled {
  const cells = new Uint8Array(xs.length * ys.length);
  const fill = ({ left, right, bottom, top }: Box, value: number) => {
    for (let row = ys.indexOf(bottom); (ys[row] ?? top) < top; row++)
      for (let column = xs.indexOf(left); (xs[column] ?? right) < right; column++)
        cells[row * xs.length + column] = value;
  };
  for (const square of squares) fill(square, 1);
  for (const cut of cuts) fill(cut, 0);
  return (column, row) =>
    column >= 0 && row >= 0 && column < xs.length && cells[row * xs.length + column] === 1;
}

/**
 * Follows the edges between covered and empty cells with the covered cell on the right, as TrueType requires: glyphs
 * with the same direction can overlap in one path without cutting holes into each other.
 */
function boundaryLoops(filled: Filled, columns: number, rows: number): Point[][] {
  const next = boundaryEdges(filled, columns, rows);
  const loops: Point[][] = [];
  for (const start of next.keys())
    while ((next.get(start) ?? []).length > 0) loops.push(walk(start, next, columns));
  return loops;
}

/** Returns the end points of edges by their start point; grid points are numbered row by row. */
function boundaryEdges(filled: Filled, columns: number, rows: number): Map<number, number[]> {
  const next = new Map<number, number[]>();
  const add = (fromColumn: number, fromRow: number, toColumn: number, toRow: number) => {
    const from = fromRow * columns + fromColumn;
    const ends = next.get(from);
    if (ends) ends.push(toRow * columns + toColumn);
    else next.set(from, [toRow * columns + toColumn]);
  };
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      if (!filled(column, row)) continue;
      if (!filled(column, row - 1)) add(column + 1, row, column, row);
      if (!filled(column - 1, row)) add(column, row, column, row + 1);
      if (!filled(column, row + 1)) add(column, row + 1, column + 1, row + 1);
      if (!filled(column + 1, row)) add(column + 1, row + 1, column + 1, row);
    }
  return next;
}

/** Removes one closed loop from `next` and returns its corners. */
function walk(start: number, next: Map<number, number[]>, columns: number): Point[] {
  const points: Point[] = [];
  let at = start;
  do {
    points.push([at % columns, Math.floor(at / columns)]);
    at = next.get(at)?.pop() ?? start;
  } while (at !== start);
  return points.filter((point, index) => {
    const before = points.at(index - 1) ?? point;
    const after = points[(index + 1) % points.length] ?? point;
    return (
      !(before[0] === point[0] && point[0] === after[0]) && !(before[1] === point[1] && point[1] === after[1])
    );
  });
}
