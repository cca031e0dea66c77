import { expect, test } from 'vitest';
import { withOpenGaps } from '../../src/text/dot-parts.ts';

const square = (left: number, bottom: number) => ({ left, bottom, right: left + 8, top: bottom + 8 });
const sorted = (boxes: ReturnType<typeof withOpenGaps>) =>
  [...boxes].sort((one, other) => one.bottom - other.bottom || one.left - other.left);
const stem = [0, 5, 10, 15, 20, 25].map((bottom) => square(10, bottom));

test('the dot of an i loses the square beside the stem', () => {
  expect(sorted(withOpenGaps([...stem, square(10, 35), square(10, 40)], 5))).toEqual([
    ...stem,
    square(10, 40),
  ]);
});

test('an accent moves up until the gap is as wide as it has to be', () => {
  const accent = [square(10, 35), square(15, 40)];
  expect(sorted(withOpenGaps([...stem, ...accent], 5))).toEqual([...stem, square(10, 38), square(15, 43)]);
});

test('two dots move apart as far as the letter is wide', () => {
  const letter = [...stem, ...stem.map((box) => square(30, box.bottom))];
  const dots = [square(15, 35), square(15, 40), square(25, 35), square(25, 40)];
  expect(sorted(withOpenGaps([...letter, ...dots], 5)).slice(-2)).toEqual([
    square(13.5, 40),
    square(26.5, 40),
  ]);
});

test('the dot of an exclamation mark is shortened from above, a cedilla stays', () => {
  const raised = stem.map(({ bottom }) => square(10, bottom + 15));
  expect(sorted(withOpenGaps([square(10, 0), square(10, 5), ...raised], 5))).toEqual([
    square(10, 0),
    ...raised,
  ]);
  const cedilla = [square(8, 5), square(10, 0)];
  expect(sorted(withOpenGaps([...cedilla, ...raised], 5))).toEqual(sorted([...cedilla, ...raised]));
});

test('a letter in one piece is as it was', () => expect(withOpenGaps(stem, 5)).toBe(stem));
