import { describe, expect, it } from 'vitest';
import { withOpenGaps } from '../../../scripts/glyphs/open-gaps.ts';

const square = (left: number, bottom: number) => ({ left, bottom, right: left + 8, top: bottom + 8 });
const sorted = (boxes: ReturnType<typeof withOpenGaps>) =>
  [...boxes].sort((one, other) => one.bottom - other.bottom || one.left - other.left);
const stem = [0, 5, 10, 15, 20, 25].map((bottom) => square(10, bottom));

describe('withOpenGaps', () => {
  it('removes the square beside the stem from the dot of an i', () => {
    expect(sorted(withOpenGaps([...stem, square(10, 35), square(10, 40)], 5))).toEqual([
      ...stem,
      square(10, 40),
    ]);
  });

  it('moves an accent up until its gap has the minimum width', () => {
    const accent = [square(10, 35), square(15, 40)];
    expect(sorted(withOpenGaps([...stem, ...accent], 5))).toEqual([...stem, square(10, 38), square(15, 43)]);
  });

  it('moves two dots apart within the width of the letter', () => {
    const letter = [...stem, ...stem.map((box) => square(30, box.bottom))];
    const dots = [square(15, 35), square(15, 40), square(25, 35), square(25, 40)];
    expect(sorted(withOpenGaps([...letter, ...dots], 5)).slice(-2)).toEqual([
      square(13.5, 40),
      square(26.5, 40),
    ]);
  });

  it('shortens the dot of an exclamation mark from above', () => {
    const raised = stem.map(({ bottom }) => square(10, bottom + 15));
    expect(sorted(withOpenGaps([square(10, 0), square(10, 5), ...raised], 5))).toEqual([
      square(10, 0),
      ...raised,
    ]);
  });

  it('leaves a cedilla in place', () => {
    const letter = stem.map(({ bottom }) => square(10, bottom + 15));
    const cedilla = [square(8, 5), square(10, 0)];
    expect(sorted(withOpenGaps([...cedilla, ...letter], 5))).toEqual(sorted([...cedilla, ...letter]));
  });

  it('returns a letter of one part unchanged', () => expect(withOpenGaps(stem, 5)).toBe(stem));
});
