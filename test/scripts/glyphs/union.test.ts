import { describe, expect, it } from 'vitest';
import { type Box, boxesOf, unionOfSquares } from '../../../scripts/glyphs/union.ts';

const square = (left: number, bottom: number, side: number): Box => ({
  left,
  bottom,
  right: left + side,
  top: bottom + side,
});

/** Returns twice the area inside closed loops: negative for loops that run clockwise with y upwards. */
function area(commands: ReturnType<typeof unionOfSquares>): number {
  let sum = 0;
  let start: readonly number[] = [];
  let at: readonly number[] = [];
  for (const { type, values } of commands) {
    const to = type === 'Z' ? start : values;
    if (type === 'M') start = values;
    else sum += (at[0] ?? 0) * (to[1] ?? 0) - (to[0] ?? 0) * (at[1] ?? 0);
    at = to;
  }
  return sum;
}

describe('unionOfSquares', () => {
  it('joins two overlapping squares into one clockwise outline with eight corners', () => {
    const union = unionOfSquares([square(0, 0, 10), square(8, 8, 10)]);
    expect(union.filter(({ type }) => type === 'M')).toHaveLength(1);
    expect(union.filter(({ type }) => type !== 'Z')).toHaveLength(8);
    expect(area(union)).toBe(-2 * (100 + 100 - 4));
  });

  it('keeps the hole in a ring of squares', () => {
    const ring = [0, 1, 2].flatMap((x) =>
      [0, 1, 2].flatMap((y) => (x === 1 && y === 1 ? [] : square(x * 9, y * 9, 10))),
    );
    const union = unionOfSquares(ring);
    expect(union.filter(({ type }) => type === 'M')).toHaveLength(2);
    expect(area(union)).toBe(-2 * (28 * 28 - 8 * 8));
  });

  it('removes a cut from the outline', () => {
    const union = unionOfSquares([square(0, 0, 10)], [{ left: 8, bottom: 4, right: 10, top: 6 }]);
    expect(area(union)).toBe(-2 * (100 - 4));
  });

  it('returns no outline without squares', () => expect(unionOfSquares([])).toEqual([]));
});

it('boxesOf returns the bounding box of each contour, with curves counted by their end points', () => {
  const contour = (x: number, y: number) => [
    { type: 'M', values: [x, y] },
    { type: 'L', values: [x, y + 10] },
    { type: 'Q', values: [x + 30, y + 30, x + 10, y] },
    { type: 'Z', values: [] },
  ];
  expect(boxesOf([...contour(0, 0), ...contour(8, 8)])).toEqual([square(0, 0, 10), square(8, 8, 10)]);
});
