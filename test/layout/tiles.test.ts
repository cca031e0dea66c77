import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fits, type GridProblem } from '../../src/layout/grid.ts';
import { gridWorth, textGrid } from '../../src/layout/tiles.ts';
import { FontStack } from '../../src/text/font-stack.ts';
import { measureText } from '../../src/text/measure.ts';
import { runs } from '../support/runs.ts';

const stack = new FontStack(['inter-600', 'noto-sans-sc-600']);
const label = fc
  .constantFrom(
    'Tea',
    'Pizza',
    '北京烤鸭',
    'Fish and chips',
    '🍜 Ramen',
    'Пельмени',
    'A very long name of a dish',
  )
  .map((text) => measureText(text, stack, 'large'));
const rows = fc.oneof(
  fc.array(fc.array(label, { maxLength: 14 }), { minLength: 1, maxLength: 7 }),
  // One row with nearly all of the tiles.
  fc.tuple(fc.array(label, { minLength: 20, maxLength: 70 }), fc.array(label, { maxLength: 4 })),
);

function problemOf(counts: readonly number[]): GridProblem {
  return { width: 840, height: 1100, counts, minHeights: counts.map(() => 40), tileGap: 8, lanePadding: 8 };
}

/**
 * Returns the tallest tile with which all rows fit in the given number of columns, found by trying each pixel height.
 */
function tallestByHand(problem: GridProblem, columns: number): number {
  let height = 0;
  while (height < problem.height && fits(problem, columns, height + 1)) height++;
  return height;
}

describe('the tile shape of a board of text', () => {
  test('is the best of all numbers of columns, tried one by one', () => {
    fc.assert(
      fc.property(rows, (labels) => {
        const problem = problemOf(labels.map((row) => row.length));
        const all = labels.flat();
        const grid = textGrid(problem, all);
        const worth = gridWorth(problem, all);
        let best = 0;
        for (let columns = 1; columns <= Math.max(1, ...problem.counts); columns++) {
          const width = Math.floor((problem.width - (columns - 1) * problem.tileGap) / columns);
          const room = tallestByHand(problem, columns);
          const tallest = Math.floor(width * 1.15);
          const height = all.length === 1 || room <= tallest * 1.15 ? room : tallest;
          if (height > 0) best = Math.max(best, worth({ columns, tile: { width, height } }));
        }
        expect(worth(grid)).toBeCloseTo(best, 6);
      }),
      { numRuns: runs(60) },
    );
  });

  test('fills the lane when one tile is alone on the board', () => {
    const { tile } = textGrid(problemOf([1]), [measureText('Only', stack, 'large')]);
    expect(tile).toEqual({ width: 840, height: 1084 });
  });

  test('leaves no tile alone on a second line to gain a little size', () => {
    const names = Array.from({ length: 27 }, () => measureText('Blueberry', stack, 'large'));
    const problem = { ...problemOf([14, 13]), width: 1680, height: 280 };
    const { columns } = textGrid(problem, names);
    for (const count of problem.counts) if (count > columns) expect(count % columns).not.toBe(1);
  });

  test('is squarer when most labels have an emoji', () => {
    const counts = [6, 6, 6, 6];
    const shape = (text: string) => {
      const { tile } = textGrid(
        problemOf(counts),
        Array.from({ length: 24 }, () => measureText(text, stack, 'large')),
      );
      return tile.width / tile.height;
    };
    expect(shape('🍜 Ramen noodles')).toBeLessThan(shape('Ramen noodles'));
  });
});
