import { describe, expect, test } from 'vitest';
import type { BoardItem } from '../../src/model/board.ts';
import { scales, themeNames } from '../../src/model/vocabulary.ts';
import { createRasteriser } from '../../src/raster/index.ts';
import { createEngine } from '../../src/workers/engine.ts';
import { specOf } from '../support/boards.ts';
import { difference, noPhotos, wholeByResvg } from '../support/pixels.ts';
import { sampleOf } from '../support/runs.ts';

const engine = createEngine({ rasteriser: 'resvg' });
const resvg = createRasteriser('resvg');

const word = (label: string): BoardItem => ({ kind: 'text', label });
const leaf: BoardItem = {
  kind: 'text',
  label: ' ',
  art: {
    kind: 'vector',
    viewBox: [0, 0, 10, 10],
    shapes: [
      { path: 'M0 0h10v10h-10z', color: '#2f9e44', isEvenOdd: false },
      { path: 'M1 5a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z', color: null, isEvenOdd: false },
    ],
  },
};
const figures = {
  emoji: ['🍕', '🐈‍⬛', '🏳️‍🌈', '🖤', '👨‍👩‍👧‍👦', '🇳🇴'].map(word),
  'replacement boxes': ['\u{10ffff}', '\u{10fffe}\u{10fffd}'].map(word),
  art: [leaf, leaf],
};

describe.each(Object.entries(figures))('%s', (_, items) => {
  describe.each(sampleOf(scales))('at scale %d', (scale) => {
    test.each(themeNames)('matches the pixels of the whole SVG in %s', async (theme) => {
      const tiers = [items, items.slice(1)].map((row) => ({ title: '🌍', color: null, items: row }));
      const drawing = engine.draw(specOf({ title: '🍕', tiers }, { theme, watermark: false }));
      const { most, mean } = difference(
        await resvg.rasterise(drawing, scale, noPhotos),
        wholeByResvg(drawing, scale),
      );
      expect(drawing.figures().length).toBeGreaterThan(items.length);
      // Where an edge is translucent, its colour is rounded once more, and its place to a float of fewer digits.
      expect(most).toBeLessThan(32);
      expect(mean).toBeLessThan(0.01);
    });
  });
});
