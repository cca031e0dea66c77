import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bestGrid, fits, type GridProblem, orphans } from '../../src/layout/grid.ts';
import { photoGrid, photoWorth } from '../../src/layout/photos.ts';
import { shareHeights } from '../../src/layout/rows.ts';
import { runs } from '../support/runs.ts';

const problem: fc.Arbitrary<GridProblem> = fc
  .record({
    width: fc.integer({ min: 60, max: 400 }),
    height: fc.integer({ min: 120, max: 500 }),
    counts: fc.array(fc.nat({ max: 25 }), { minLength: 1, maxLength: 8 }),
    tileGap: fc.integer({ min: 1, max: 6 }),
    lanePadding: fc.integer({ min: 0, max: 4 }),
  })
  .map((values) => ({ ...values, minHeights: values.counts.map(() => 8) }))
  .filter(({ counts }) => counts.some((count) => count > 0))
  .filter((candidate) => fits(candidate, Math.max(1, Math.floor(candidate.width / 8)), 1));

/** Whether a tile of this size fits, straight from the definition: with as many columns as there is space for. */
function fitsByHand(room: GridProblem, width: number, height: number): boolean {
  const columns = Math.floor((room.width + room.tileGap) / (width + room.tileGap));
  if (columns < 1) return false;
  let used = 0;
  for (const [row, count] of room.counts.entries()) {
    let tall = room.minHeights[row] ?? 0;
    let needed = 2 * room.lanePadding;
    for (let line = 0; line * columns < count; line++) needed += height + (line > 0 ? room.tileGap : 0);
    if (count > 0) tall = Math.max(tall, needed);
    used += tall;
  }
  return used <= room.height;
}

describe('the tile search', () => {
  test('gives photos the largest square that fits, or a twentieth less where fewer tiles are left alone', () => {
    fc.assert(
      fc.property(problem, (room) => {
        const { columns, tile } = photoGrid(room);
        const side = Math.min(tile.width, tile.height);
        let best = 0;
        for (let tried = 1; tried <= Math.max(room.width, room.height); tried++)
          if (fitsByHand(room, tried, tried)) best = tried;
        expect(side).toBeLessThanOrEqual(best);
        const maxColumns = Math.max(1, ...room.counts);
        const widest = Math.min(maxColumns, Math.floor((room.width + room.tileGap) / (best + room.tileGap)));
        expect(side).toBeGreaterThanOrEqual(best * 0.85);
        if (side < best) expect(orphans(room, columns)).toBeLessThan(orphans(room, widest));
      }),
      { numRuns: runs(300) },
    );
  });

  test('stretches photos as far as the space allows, up to 5:4 or 2:3, like an exhaustive search', () => {
    fc.assert(
      fc.property(problem, (room) => {
        const found = photoGrid(room);
        let best = 0;
        for (let columns = 1; columns <= Math.max(1, ...room.counts); columns++) {
          const width = Math.floor((room.width - (columns - 1) * room.tileGap) / columns);
          for (let height = 1; height <= room.height; height++) {
            if (!fits(room, columns, height)) break;
            const most = Math.min(width, Math.floor(height * 1.25));
            const tile = { width: most, height: Math.min(height, Math.floor(most * 1.5)) };
            if (most > 0) best = Math.max(best, photoWorth(room, { columns, tile }));
          }
        }
        const { width, height } = found.tile;
        expect(photoWorth(room, found)).toBe(best);
        expect(width).toBeLessThanOrEqual(1.25 * height);
        expect(height).toBeLessThanOrEqual(1.5 * width);
        expect(fits(room, found.columns, height)).toBe(true);
      }),
      { numRuns: runs(150) },
    );
  });

  test('leaves no photo alone on a line where that costs less than a tenth of the side, like an exhaustive search', () => {
    fc.assert(
      fc.property(problem, (room) => {
        const { columns, tile } = photoGrid(room);
        if (orphans(room, columns) === 0) return;
        const side = Math.min(tile.width, tile.height);
        for (let tried = 1; tried <= Math.max(1, ...room.counts); tried++) {
          if (orphans(room, tried) > 0) continue;
          const width = Math.floor((room.width - (tried - 1) * room.tileGap) / tried);
          let height = 0;
          while (fits(room, tried, height + 1) && height < room.height) height++;
          expect(Math.min(width, height)).toBeLessThanOrEqual(0.9 * side + 1);
        }
      }),
      { numRuns: runs(150) },
    );
  });

  test.each([
    [13, 1420, 5, 'a little smaller, and none alone'],
    [7, 1420, 4, 'almost a tenth smaller, and none alone'],
    [7, 1600, 3, 'not smaller by more than a tenth'],
  ])('arranges rows of %d photos on %d px in %d columns: %s', (count, height, columns) => {
    const counts = [count, count];
    const room = { width: 854, height, counts, minHeights: [40, 40], tileGap: 10, lanePadding: 10 };
    expect(photoGrid(room).columns).toBe(columns);
  });

  test('finds the rectangle of the largest area, like an exhaustive search', () => {
    fc.assert(
      fc.property(problem, (room) => {
        const { tile } = bestGrid(
          room,
          (grid) => grid.tile.width * grid.tile.height,
          (most) => most,
        );
        // A tile wider than its column would be cut off.
        let best = 0;
        for (let columns = 1; columns <= Math.max(1, ...room.counts); columns++) {
          const width = Math.floor((room.width - (columns - 1) * room.tileGap) / columns);
          if (width < 1) break;
          for (let height = 1; height <= room.height; height++)
            if (fitsByHand(room, width, height)) best = Math.max(best, width * height);
        }
        expect(tile.width * tile.height).toBe(best);
      }),
      { numRuns: runs(150) },
    );
  });

  test('shares the whole height among the rows, and gives each at least the height of its tiles', () => {
    fc.assert(
      fc.property(problem, (room) => {
        const grid = photoGrid(room);
        const heights = shareHeights(room, grid);
        expect(heights.reduce((sum, height) => sum + height, 0)).toBe(room.height);
        for (const [row, height] of heights.entries()) {
          const lines = Math.ceil((room.counts[row] ?? 0) / grid.columns);
          const needed = lines * (grid.tile.height + room.tileGap) - room.tileGap + 2 * room.lanePadding;
          expect(height).toBeGreaterThanOrEqual(Math.max(room.minHeights[row] ?? 0, lines > 0 ? needed : 0));
          expect(Number.isInteger(height)).toBe(true);
        }
      }),
    );
  });
});
