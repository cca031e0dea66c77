import { type Box, boundsOf } from './union.ts';

/**
 * Widens the gaps between a letter and its dots and accents to `minGap`, in font units, so that they remain visible in
 * small type. A dot two squares high loses the square beside the gap, two dots side by side move apart, other accents
 * move up. Cedillas and the tail of a Q stay in place.
 */
export function withOpenGaps(squares: readonly Box[], minGap: number): readonly Box[] {
  const parts = partsOf(squares);
  if (parts.length < 2) return squares;
  const main = parts.reduce((largest, part) => (areaOf(part) > areaOf(largest) ? part : largest));
  const at = parts.indexOf(main);
  const above = opened(main, parts.slice(at + 1), minGap, 1);
  const below = opened(main, parts.slice(0, at).reverse(), minGap, -1);
  return [...main.squares, ...above, ...below];
}

/** Squares without a gap in height between them: the stem of an i, its dot, the two dots of an ë. */
interface Part extends Box {
  readonly squares: readonly Box[];
}

/** Returns the parts from the lowest to the highest. */
function partsOf(squares: readonly Box[]): Part[] {
  const parts: Box[][] = [];
  let top = Number.NEGATIVE_INFINITY;
  for (const square of squares.toSorted((one, other) => one.bottom - other.bottom)) {
    if (square.bottom > top) parts.push([]);
    parts.at(-1)?.push(square);
    top = Math.max(top, square.top);
  }
  return parts.map(partOf);
}

function partOf(squares: readonly Box[]): Part {
  return { squares, ...boundsOf(squares) };
}

function areaOf({ left, right, bottom, top }: Box): number {
  return (right - left) * (top - bottom);
}

/** @param parts those on one side of the letter, the nearest first */
function opened(main: Part, parts: readonly Part[], minGap: number, upwards: 1 | -1): Box[] {
  let previous = main;
  let shift = 0;
  return parts.flatMap((part) => {
    const gap = upwards === 1 ? part.bottom - previous.top : previous.bottom - part.top;
    previous = part;
    if (gap >= minGap) return moved(part.squares, 0, shift);
    const dots = tallDots(part);
    if (!dots && upwards === 1) shift += minGap - gap;
    const shortened = dots?.map((dot) => farEnd(dot, upwards));
    return moved(shortened ? movedApart(shortened, main, minGap) : part.squares, 0, shift);
  });
}

/** Returns the columns of a part that consists of dots higher than wide, or undefined for any other part. */
function tallDots({ squares }: Part): Part[] | undefined {
  const lefts = [...new Set(squares.map(({ left }) => left))].sort((one, other) => one - other);
  const columns = lefts.map((left) => partOf(squares.filter((square) => square.left === left)));
  const areDots = columns.every(
    ({ left, right, bottom, top }, index) =>
      top - bottom > right - left && left >= (columns[index - 1]?.right ?? left),
  );
  return areDots ? columns : undefined;
}

function farEnd({ squares, bottom, top }: Part, upwards: 1 | -1): Part {
  return partOf(squares.filter((square) => (upwards === 1 ? square.top === top : square.bottom === bottom)));
}

/** Moves two dots apart to that gap, unless they would then reach beyond the letter. */
function movedApart(dots: readonly Part[], main: Part, minGap: number): Box[] {
  const [first, second] = dots;
  const squares = dots.flatMap((dot) => dot.squares);
  if (!first || !second || dots.length > 2) return squares;
  const step = Math.max(0, minGap - (second.left - first.right)) / 2;
  if (first.left - step < main.left || second.right + step > main.right) return squares;
  return [...moved(first.squares, -step, 0), ...moved(second.squares, step, 0)];
}

function moved(squares: readonly Box[], x: number, y: number): Box[] {
  return squares.map(({ left, right, bottom, top }) => ({
    left: left + x,
    right: right + x,
    bottom: bottom + y,
    top: top + y,
  }));
}
