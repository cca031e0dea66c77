import { expect, test } from 'vitest';
import { createEngine } from '../../src/render/engine.ts';
import { flavourBoard, orderOf } from '../support/boards.ts';

const engine = createEngine({ rasteriser: 'resvg' });

test('the scene grows in proportion to the board: ten times the tiles, about ten times the shapes', () => {
  const shapes = (tiles: number) => {
    const svg = engine.draw(orderOf(flavourBoard(tiles, ['S', 'A', 'B', 'C']))).shapes();
    return svg.match(/<path/g)?.length ?? 0;
  };
  const perTile = (shapes(80) - shapes(8)) / 72;
  expect(perTile).toBeCloseTo(1, 1);
});
