import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Board } from '../../src/model/board.ts';
import { createEngine } from '../../src/workers/engine.ts';
import { anyOrder, boardOf, specOf } from '../support/boards.ts';
import { runs } from '../support/runs.ts';

const [one, another] = [createEngine({ rasteriser: 'resvg' }), createEngine({ rasteriser: 'resvg' })];

test('draws a board from its layout exactly as without one', async () => {
  await fc.assert(
    fc.asyncProperty(anyOrder, async (spec) => {
      const svg = { ...spec, format: 'svg' as const };
      const { layout } = one.measure(svg);
      expect(await another.render(svg, { layout })).toEqual(await another.render(svg));
    }),
    { numRuns: runs(30) },
  );
});

test('renders the same bytes and warnings from a layout as without one', async () => {
  const long = 'A label that is much too long for its tile '.repeat(3);
  const labels = ['Tea', '☕ Coffee', '緑茶', 'お茶', 'شاي', 'चाय', '\u{10ffff}', long];
  const spec = specOf(boardOf('Drinks 🍵', [['S', Array<string[]>(10).fill(labels).flat()]]));
  const { layout } = one.measure(spec);
  expect(await another.render(spec, { layout })).toEqual(await another.render(spec));
});

test('lists the photos of a board in its layout, each once in each size', () => {
  const address = 'https://pictures.example/a.png';
  const board: Board = {
    title: '',
    tiers: [{ title: 'S', color: null, items: Array(3).fill({ kind: 'picture', address, label: 'Tea' }) }],
  };
  const [size, ...others] = one.measure(specOf(board, { scale: 2 })).sizes;
  expect(others).toEqual([]);
  expect(size).toMatchObject({ address });
});
