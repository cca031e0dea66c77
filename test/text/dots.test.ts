import { expect, test } from 'vitest';
import { boxesOf, unionOfSquares } from '../../src/text/dots.ts';

const square = (x: number, y: number, side: number) => [
  { type: 'M', values: [x, y] },
  { type: 'L', values: [x, y + side] },
  { type: 'L', values: [x + side, y + side] },
  { type: 'Q', values: [x + side, y, x + side, y] },
  { type: 'Z', values: [] },
];

/** Twice the area inside closed loops: negative for loops that run clockwise with y upwards. */
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

test('two overlapping squares become one outline of eight corners, clockwise', () => {
  const union = unionOfSquares(boxesOf([...square(0, 0, 10), ...square(8, 8, 10)]));
  expect(union.filter(({ type }) => type === 'M')).toHaveLength(1);
  expect(union.filter(({ type }) => type !== 'Z')).toHaveLength(8);
  expect(area(union)).toBe(-2 * (100 + 100 - 4));
});

test('a ring of squares keeps its hole', () => {
  const ring = [0, 1, 2].flatMap((x) =>
    [0, 1, 2].flatMap((y) => (x === 1 && y === 1 ? [] : square(x * 9, y * 9, 10))),
  );
  const union = unionOfSquares(boxesOf(ring));
  expect(union.filter(({ type }) => type === 'M')).toHaveLength(2);
  expect(area(union)).toBe(-2 * (28 * 28 - 8 * 8));
});

test('a cut takes a bite out of the outline', () => {
  const union = unionOfSquares(boxesOf(square(0, 0, 10)), [{ left: 8, bottom: 4, right: 10, top: 6 }]);
  expect(area(union)).toBe(-2 * (100 - 4));
});

test('no squares, no outline', () => expect(unionOfSquares([])).toEqual([]));
