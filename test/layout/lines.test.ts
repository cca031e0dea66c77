import { describe, expect, test } from 'vitest';
import { tileBoxes } from '../../src/layout/lines.ts';

const density = { rowGap: 10, tileGap: 6, lanePadding: 10 };
const lane = { x: 100, y: 50, width: 320, height: 130 };
const ends = (boxes: ReturnType<typeof tileBoxes>) =>
  boxes.map(({ x, width }) => [x - lane.x, lane.x + lane.width - x - width]);

describe('the tiles of a lane', () => {
  test('reach from padding to padding, with the rounding error shared by the gaps', () => {
    const boxes = tileBoxes(lane, 5, { columns: 5, tile: { width: 54, height: 50 } }, density);
    expect(ends(boxes)).toEqual([
      [10, 256],
      [71, 195],
      [133, 133],
      [194, 72],
      [256, 10],
    ]);
  });

  test('keep their gaps when they fill only part of the lane, and on a line with fewer tiles', () => {
    const grid = { columns: 5, tile: { width: 40, height: 40 } };
    expect(tileBoxes(lane, 2, grid, density).map(({ x }) => x)).toEqual([110, 156]);
    const boxes = tileBoxes(lane, 7, { columns: 5, tile: { width: 54, height: 50 } }, density);
    expect(boxes.slice(5).map(({ x }) => x)).toEqual(boxes.slice(0, 2).map(({ x }) => x));
  });

  test('share spare height above, below and between their lines', () => {
    const boxes = tileBoxes(lane, 4, { columns: 2, tile: { width: 60, height: 40 } }, density);
    expect(boxes.map(({ y }) => y)).toEqual([68, 68, 122, 122]);
  });
});
