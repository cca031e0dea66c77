import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bestShape, fits, type GridProblem, largestSquare } from '../../src/layout/grid.ts';
import { shareHeights } from '../../src/layout/rows.ts';

const problem: fc.Arbitrary<GridProblem> = fc
  .record({
    width: fc.integer({ min: 60, max: 400 }),
    height: fc.integer({ min: 120, max: 500 }),
    counts: fc.array(fc.nat({ max: 25 }), { minLength: 1, maxLength: 8 }),
    tileGap: fc.integer({ min: 1, max: 6 }),
    lanePadding: fc.integer({ min: 0, max: 4 }),
  })
  .map((values) => ({ ...values, leastHeights: values.counts.map(() => 8) }))
  .filter(({ counts }) => counts.some((count) => count > 0))
  .filter((candidate) => fits(candidate, Math.max(1, Math.floor(candidate.width / 8)), 1));

/** Straight from the definition: does a tile of this size, in as many columns as there is room for, fit? */
function fitsByHand(room: GridProblem, width: number, height: number): boolean {
  const columns = Math.floor((room.width + room.tileGap) / (width + room.tileGap));
  if (columns < 1) return false;
  let used = 0;
  for (const [row, count] of room.counts.entries()) {
    let tall = room.leastHeights[row] ?? 0;
    let needed = 2 * room.lanePadding;
    for (let line = 0; line * columns < count; line++) needed += height + (line > 0 ? room.tileGap : 0);
    if (count > 0) tall = Math.max(tall, needed);
    used += tall;
  }
  return used <= room.height;
}

describe('the tile search', () => {
  test('finds the largest square there is: every whole-pixel side is tried by hand', () => {
    fc.assert(
      fc.property(problem, (room) => {
        const { tile } = largestSquare(room);
        let best = 0;
        for (let side = 1; side <= Math.max(room.width, room.height); side++)
          if (fitsByHand(room, side, side)) best = side;
        expect(tile.width).toBe(best);
      }),
      { numRuns: 300 },
    );
  });

  test('finds the rectangle of the largest area there is: every width and height is tried by hand', () => {
    fc.assert(
      fc.property(problem, (room) => {
        const { tile } = bestShape(room, ({ width, height }) => width * height);
        // Wider than one column of tiles would only be cut off; a tile more than fills its column otherwise.
        let best = 0;
        for (let columns = 1; columns <= Math.max(1, ...room.counts); columns++) {
          const width = Math.floor((room.width - (columns - 1) * room.tileGap) / columns);
          if (width < 1) break;
          for (let height = 1; height <= room.height; height++)
            if (fitsByHand(room, width, height)) best = Math.max(best, width * height);
        }
        expect(tile.width * tile.height).toBe(best);
      }),
      { numRuns: 150 },
    );
  });

  test('rows share out all of the height, and none gets less than its tiles need', () => {
    fc.assert(
      fc.property(problem, (room) => {
        const grid = largestSquare(room);
        const heights = shareHeights(room, grid);
        expect(heights.reduce((sum, height) => sum + height, 0)).toBe(room.height);
        for (const [row, height] of heights.entries()) {
          const lines = Math.ceil((room.counts[row] ?? 0) / grid.columns);
          const needed = lines * (grid.tile.height + room.tileGap) - room.tileGap + 2 * room.lanePadding;
          expect(height).toBeGreaterThanOrEqual(
            Math.max(room.leastHeights[row] ?? 0, lines > 0 ? needed : 0),
          );
          expect(Number.isInteger(height)).toBe(true);
        }
      }),
    );
  });
});
