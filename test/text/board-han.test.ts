import { expect, test } from 'vitest';
import { createEngine } from '../../src/workers/engine.ts';
import { boardOf, specOf } from '../support/boards.ts';

test('single Han characters on a tile take the forms of a board that is mostly Japanese', () => {
  const engine = createEngine({ rasteriser: 'resvg' });
  const fontsOf = (labels: readonly string[]) =>
    engine
      .layOut(specOf(boardOf('', [['S', labels]])))
      .rows.flatMap((row) => row.tiles.flatMap((tile) => tile.label.lines.flatMap((line) => line.runs)))
      .map((run) => (run.kind === 'glyphs' ? run.font.name : run.kind));
  expect(new Set(fontsOf(['骨', 'すし', 'ラーメン']))).toEqual(new Set(['noto-sans-jp-600']));
  expect(fontsOf(['骨', 'Pizza'])[0]).toBe('noto-sans-sc-600');
});
