import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PlacedBoard, PlacedText } from '../../src/layout/placed.ts';
import type { Drawing } from '../../src/model/drawing.ts';
import { aspectRatios, type Scale, scales, themeNames } from '../../src/model/vocabulary.ts';
import { createRasteriser } from '../../src/raster/index.ts';
import { drawBoard } from '../../src/svg/scene.ts';
import { themes } from '../../src/themes/index.ts';
import type { Theme } from '../../src/themes/theme.ts';
import { createEngine } from '../../src/workers/engine.ts';
import { flavourBoard, specOf } from '../support/boards.ts';
import { difference, noPhotos, wholeByResvg } from '../support/pixels.ts';
import { inFull, sampleOf } from '../support/runs.ts';

const engine = createEngine({ rasteriser: 'resvg' });
const resvg = createRasteriser('resvg');

/** Returns a board without its words. */
function blankBoard(rows: number, tiles: number, aspectRatio: (typeof aspectRatios)[number]): PlacedBoard {
  const titles = Array.from({ length: rows }, (_, row) => `T${row}`);
  const board = engine.layOut(specOf(flavourBoard(tiles, titles), { aspectRatio }));
  const without = (text: PlacedText): PlacedText => ({
    ...text,
    lines: text.lines.map((line) => ({ ...line, runs: [] })),
  });
  return {
    ...board,
    title: board.title && { ...board.title, text: without(board.title.text) },
    watermark: board.watermark && { ...board.watermark, text: without(board.watermark.text) },
    rows: board.rows.map((row) => ({
      ...row,
      title: without(row.title),
      tiles: row.tiles.map((tile) => ({ ...tile, label: without(tile.label) })),
    })),
  };
}

async function differenceFromWhole(drawing: Drawing, scale: Scale) {
  return difference(await resvg.rasterise(drawing, scale, noPhotos), wholeByResvg(drawing, scale));
}

const cases = sampleOf(
  scales.flatMap((scale) => aspectRatios.map((aspectRatio) => ({ scale, aspectRatio }))),
);

describe.each(themeNames)('%s', (name) => {
  test.each(cases)('a board without words has the pixels of its SVG: $aspectRatio × $scale', async (one) => {
    for (const [rows, tiles] of [
      [1, 1],
      [6, 40],
      [30, 80],
    ] as const) {
      const drawing = drawBoard(blankBoard(rows, tiles, one.aspectRatio), themes[name]);
      expect(await differenceFromWhole(drawing, one.scale)).toEqual({ most: 0, mean: 0 });
    }
  });
});

const pixels = (max: number) => fc.integer({ min: 1, max });
const colors = fc.integer({ min: 0, max: 0xffffff }).map((rgb) => `#${rgb.toString(16).padStart(6, '0')}`);
const step = fc.integer({ min: 3, max: 60 });
const textures = fc.oneof(
  fc.record({ kind: fc.constant('grid' as const), color: colors, step }),
  fc.record({
    kind: fc.constant('scanlines' as const),
    color: colors,
    step,
    opacity: fc.integer({ min: 1, max: 25 }).map((percent) => percent / 100),
  }),
);

/** Any ornaments that a theme may have. */
const ornaments = fc.record(
  {
    corners: fc.record({
      shape: fc.constantFrom('round' as const, 'stepped' as const),
      row: fc.nat(32),
      tile: fc.nat(32),
    }),
    outline: fc.record({ color: colors, width: pixels(4) }),
    shadow: fc.record({ color: colors, dx: pixels(6), dy: pixels(6) }),
    edge: fc.record({ color: colors, height: pixels(6) }),
    texture: textures,
  },
  { requiredKeys: [] },
);

/**
 * The sixteenth of a pixel in which resvg counts: where a curve passes between two of them, the rounding of its place may
 * decide, for each of the four boxes that may share a corner.
 */
const samples = 4 * Math.ceil(255 / 16);

test.each(scales)('boards without words in any theme, at scale %d', async (scale) => {
  await fc.assert(
    fc.asyncProperty(
      ornaments,
      fc.constantFrom(...aspectRatios),
      fc.integer({ min: 1, max: 30 }),
      fc.integer({ min: 1, max: 80 }),
      async (own, aspectRatio, rows, tiles) => {
        const theme: Theme = { ...themes.night, ...own };
        const drawing = drawBoard(blankBoard(rows, tiles, aspectRatio), theme);
        const { most, mean } = await differenceFromWhole(drawing, scale);
        expect(most).toBeLessThanOrEqual(samples);
        expect(mean).toBeLessThan(0.002);
      },
    ),
    { numRuns: inFull ? 100 : 5 },
  );
});
