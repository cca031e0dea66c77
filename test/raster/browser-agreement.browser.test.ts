import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Pixels } from '../../src/model/drawing.ts';
import { encode } from '../../src/raster/encoders/encode.ts';
import { createRasteriser } from '../../src/raster/index.ts';
import { builtInThemes } from '../../src/themes/theme-set.ts';
import { createEngine } from '../../src/workers/engine.ts';
import { boardOf, flavourBoard, specOf } from '../support/boards.ts';
import { type Browser, hasBrowser, openBrowser } from '../support/browser.ts';
import { difference, noPhotos } from '../support/pixels.ts';
import { textCases } from '../text/cases.ts';

const engine = createEngine({ rasteriser: 'resvg' });
const resvg = createRasteriser('resvg');
const librsvg = createRasteriser('librsvg');

/** Labels of every script and kind, one tier for each kind. */
const everyKind = boardOf(
  'Hello 你好 Привет مرحبا שלום 🌍',
  Object.entries(textCases).map(([kind, labels]) => [kind, labels.slice(0, 4)]),
);
const boards = {
  'every kind of text': everyKind,
  emoji: boardOf('🍕 Emoji', [['🔥', textCases.emoji]]),
  'eighty words': flavourBoard(80, ['S', 'A', 'B', 'C', 'D', 'F']),
  'one word': boardOf('', [['S', ['Pizza'], '#123456']]),
};

/** Maximum differences, of 255. The measured maxima are 0.61 over a board and 7.2 over its worst block. */
const most = { mean: 0.8, block: 9 } as const;
/** Side of a block in px: about one letter, so that a missing or wrong letter cannot hide in the mean. */
const side = 32;

describe.skipIf(!hasBrowser)('Chromium, resvg and librsvg agree', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  describe.each(builtInThemes.all)('$name', ({ name }) => {
    test.each(Object.entries(boards))('%s', async (_, board) => {
      const drawing = engine.draw(specOf(board, { theme: name }));
      const shown = await browser.draw(drawing);
      for (const rasteriser of [resvg, librsvg]) {
        const pixels = await rasteriser.rasterise(drawing, 1, noPhotos);
        expect(difference(pixels, shown).mean).toBeLessThan(most.mean);
        expect(worstBlock(pixels, shown)).toBeLessThan(most.block);
      }
    });

    test('the browser decodes a lossless image to the pixels that were drawn', async () => {
      const pixels = await resvg.rasterise(engine.draw(specOf(everyKind, { theme: name })), 1, noPhotos);
      const shown = await browser.decode(await encode(pixels, 'webp', false), pixels);
      expect(difference(pixels, shown).most).toBe(0);
    });

    test('one wrong letter exceeds the allowed difference', async () => {
      const draw = (label: string) =>
        engine.draw(specOf(boardOf('', [['S', [label, ...Array(40).fill('Chocolate')]]]), { theme: name }));
      const shown = await browser.draw(draw('Chocolate'));
      const other = await resvg.rasterise(draw('Chocclate'), 1, noPhotos);
      expect(difference(other, shown).mean).toBeLessThan(most.mean);
      expect(worstBlock(other, shown)).toBeGreaterThan(most.block);
    });
  });
});

/** Returns the largest mean difference over any block of two images of one size; blocks overlap by half. */
function worstBlock(left: Pixels, right: Pixels): number {
  let worst = 0;
  for (let top = 0; top < left.height; top += side / 2)
    for (let from = 0; from < left.width; from += side / 2)
      worst = Math.max(worst, blockDifference(left, right, from, top));
  return worst;
}

function blockDifference(left: Pixels, right: Pixels, from: number, top: number): number {
  let sum = 0;
  const width = Math.min(side, left.width - from);
  const bottom = Math.min(top + side, left.height);
  for (let y = top; y < bottom; y++) {
    const start = (y * left.width + from) * 4;
    for (let at = start; at < start + width * 4; at++)
      sum += Math.abs((left.data[at] ?? 0) - (right.data[at] ?? 0));
  }
  return sum / (side * side * 3);
}
