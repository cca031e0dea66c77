import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { setText, typeScale } from '../../src/layout/type-scale.ts';
import { FontStack } from '../../src/text/font-stack.ts';
import { measureText } from '../../src/text/measure.ts';
import { runs } from '../support/runs.ts';
import { allCases } from '../text/cases.ts';

const bounds = { min: 14, max: 60 };
/** Sizes in half pixels, like those of the scale. */
const sizes = fc.array(
  fc.integer({ min: 28, max: 120 }).map((halves) => halves / 2),
  { minLength: 1, maxLength: 80 },
);

/** Returns the sizes in px of labels on one board, each at the largest step that it fits. */
function total(largest: readonly number[], scale: readonly number[]): number {
  return largest.reduce((sum, size) => sum + (scale.find((step) => step <= size) ?? 0), 0);
}

describe('the type scale', () => {
  test('has one size and at most two smaller ones, all clearly distinct', () => {
    fc.assert(
      fc.property(sizes, (largest) => {
        const scale = typeScale(largest, bounds);
        expect(scale.length).toBeLessThanOrEqual(3);
        for (const [index, step] of scale.slice(1).entries())
          expect(step / (scale[index] ?? 0)).toBeLessThan(0.82);
      }),
    );
  });

  test('sets every label at a size that fits, and most at the largest step', () => {
    fc.assert(
      fc.property(sizes, (largest) => {
        const scale = typeScale(largest, bounds);
        const smallest = scale.at(-1) ?? 0;
        for (const size of largest) expect(size).toBeGreaterThanOrEqual(smallest);
        const smaller = largest.filter((size) => size < (scale[0] ?? 0)).length;
        const share = smallest < 22 || largest.length < 10 ? 0.2 : 0.15;
        expect(smaller).toBeLessThanOrEqual(share * largest.length);
      }),
    );
  });

  test('has the middle step that makes the labels largest, like an exhaustive search', () => {
    fc.assert(
      fc.property(sizes, (largest) => {
        const scale = typeScale(largest, bounds);
        const [big = 0, small = big] = [scale[0], scale.at(-1)];
        let best = total(largest, scale.length === 1 ? scale : [big, small]);
        for (let middle = small; middle < big && scale.length > 1; middle += 0.5)
          if (small < middle * 0.82 && middle < big * 0.82)
            best = Math.max(best, total(largest, [big, middle, small]));
        expect(total(largest, scale)).toBeCloseTo(best, 6);
      }),
    );
  });

  test('reduces the largest size a little if that leaves fewer labels smaller', () => {
    const usual = Array.from({ length: 20 }, () => 40);
    expect(typeScale([...usual, 20, 38, 38, 38, 38], bounds)).toEqual([38, 20]);
    expect(typeScale([...usual, 20, 33, 33, 33, 33], bounds)[0]).toBe(40);
  });

  test('has one size if one label in five would be smaller by less than a quarter, two if it is a single label', () => {
    const usual = Array.from({ length: 40 }, () => 40);
    expect(typeScale([...usual, ...Array.from({ length: 10 }, () => 31)], bounds)).toEqual([31]);
    expect(typeScale([...usual, 31], bounds)).toEqual([40, 31]);
  });

  test('has a middle step for a word that is a little too long, even if another label is tiny', () => {
    expect(typeScale([15, 30, ...Array.from({ length: 20 }, () => 44)], bounds)).toEqual([44, 30, 15]);
  });
});

describe('a text set in a box', () => {
  const stack = new FontStack(['inter-600', 'noto-sans-sc-600']);

  test('never exceeds its sides, even in boxes narrower than a character at 14 px', () => {
    const box = fc.record({
      width: fc.integer({ min: 9, max: 60 }),
      height: fc.integer({ min: 12, max: 60 }),
    });
    fc.assert(
      fc.property(fc.constantFrom(...allCases.map(({ label }) => label)), box, (text, room) => {
        const set = setText(measureText(text, stack, 'inline'), [20, 14], room);
        for (const { width } of set.lines) expect(width * set.size).toBeLessThanOrEqual(room.width + 0.1);
      }),
      { numRuns: runs(300) },
    );
  });
});
