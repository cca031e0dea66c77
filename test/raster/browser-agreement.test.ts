import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRasteriser } from '../../src/raster/index.ts';
import { createEngine } from '../../src/render/engine.ts';
import { builtInThemes } from '../../src/themes/theme-set.ts';
import { boardOf, flavourBoard, orderOf } from '../support/boards.ts';
import { type Browser, hasBrowser, startBrowser } from '../support/browser.ts';
import { difference, noPictures } from '../support/pixels.ts';
import { textCases } from '../text/cases.ts';

const engine = createEngine({ rasteriser: 'resvg' });
const resvg = createRasteriser('resvg');
const librsvg = createRasteriser('librsvg');

/** Labels of every script and kind, in as many tiers as there are kinds. */
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

describe.skipIf(!hasBrowser)('Chromium, resvg and librsvg draw the same', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  describe.each(builtInThemes.all)('$name', ({ name }) => {
    test.each(Object.entries(boards))('%s', async (_, board) => {
      const drawing = engine.draw(orderOf(board, { theme: name }));
      const shown = await browser.draw(drawing);
      const byResvg = difference(await resvg.rasterise(drawing, 1, noPictures), shown);
      const byLibrsvg = difference(await librsvg.rasterise(drawing, 1, noPictures), shown);
      console.log(name, _, byResvg, byLibrsvg);
      expect(byResvg.mean).toBeLessThan(1);
      expect(byLibrsvg.mean).toBeLessThan(1);
    });
  });
});
