import { describe, expect, test } from 'vitest';
import type { PhotoMark, PhotoPixels } from '../../src/model/drawing.ts';
import { type Scale, scales, themeNames } from '../../src/model/vocabulary.ts';
import { createRasteriser } from '../../src/raster/index.ts';
import { createEngine } from '../../src/workers/engine.ts';
import { boardOf, flavourBoard, specOf } from '../support/boards.ts';
import { difference, noPhotos, wholeByResvg } from '../support/pixels.ts';
import { sampleOf } from '../support/runs.ts';

const engine = createEngine({ rasteriser: 'resvg' });
const resvg = createRasteriser('resvg');
const librsvg = createRasteriser('librsvg');

const boards = {
  flavours: flavourBoard(80, ['S', 'A', 'B', 'C', 'D', 'F']),
  scripts: boardOf('Hello 你好 Привет 🌍', [
    ['S', ['北京烤鸭', 'Борщ', 'مرحبا بالعالم', 'नमस्ते', '🍕 Pizza', 'Z̸̡̛a̷l̵g̶o̴']],
    ['Long tier name', ['\u{10ffff}', 'Crème brûlée', '안녕하세요'], '#123456'],
  ]),
};

describe.each(themeNames)('%s', (theme) => {
  describe.each(Object.entries(boards))('%s', (_, board) => {
    test.each(sampleOf(scales))('matches the pixels of the whole SVG at scale %d', async (scale) => {
      const drawing = engine.draw(specOf(board, { theme }));
      const { most, mean } = difference(
        await resvg.rasterise(drawing, scale, noPhotos),
        wholeByResvg(drawing, scale),
      );
      // Glyph coverage is rounded to sixteenths. Where two glyphs touch, one path covers a pixel once, two glyphs
      // twice.
      expect(mean).toBeLessThan(0.1);
      expect(most).toBeLessThan(64);
    });

    test.each(sampleOf(scales))('resvg and librsvg agree at scale %d', async (scale) => {
      const drawing = engine.draw(specOf(board, { theme }));
      const { most, mean } = difference(
        await resvg.rasterise(drawing, scale, noPhotos),
        await librsvg.rasterise(drawing, scale, noPhotos),
      );
      // Their antialiasing differs slightly; a missing or moved shape would exceed this by far.
      expect(mean).toBeLessThan(0.5);
      expect(most).toBeLessThan(128);
    });
  });
});

/** Returns a gradient that shows its position; logos are transparent at their edges. */
function gradient({ address, width, height }: PhotoMark): PhotoPixels {
  const scaled = { width: width * pictureScale, height: height * pictureScale };
  const isOpaque = !address.endsWith('logo');
  const data = new Uint8Array(scaled.width * scaled.height * 4);
  for (let y = 0; y < scaled.height; y++)
    for (let x = 0; x < scaled.width; x++) {
      const alpha = isOpaque || (x > 20 && x < scaled.width - 20) ? 255 : 0;
      data.set([(255 * x) / scaled.width, (255 * y) / scaled.height, 90, alpha], (y * scaled.width + x) * 4);
    }
  return { ...scaled, data, isOpaque };
}
let pictureScale: Scale = 1;

describe.each(themeNames)('%s with photos', (theme) => {
  test.each(sampleOf(scales))('resvg and librsvg agree at scale %d', async (scale) => {
    pictureScale = scale;
    const picture = (address: string, label = '') => ({ kind: 'picture' as const, address, label });
    const items = [picture('photo'), picture('photo', 'A caption'), picture('logo'), picture('logo', 'Logo')];
    const tiers = [
      { title: 'S', color: null, items },
      { title: 'A', color: null, items: [...items, { kind: 'text' as const, label: 'Words' }] },
    ];
    const drawing = engine.draw(specOf({ title: 'Pictures', tiers }, { theme }));
    expect(drawing.photos()).toHaveLength(8);
    const { most, mean } = difference(
      await resvg.rasterise(drawing, scale, gradient),
      await librsvg.rasterise(drawing, scale, gradient),
    );
    expect(mean).toBeLessThan(0.5);
    expect(most).toBeLessThan(128);
  });
});

test('an image is opaque and has the size of its canvas times the scale', async () => {
  for (const scale of scales) {
    const pixels = await resvg.rasterise(
      engine.draw(specOf(boards.scripts, { aspectRatio: '16:9' })),
      scale,
      noPhotos,
    );
    expect([pixels.width, pixels.height]).toEqual([1920 * scale, 1080 * scale]);
    for (let index = 3; index < pixels.data.length; index += 4)
      if (pixels.data[index] !== 255) expect(pixels.data[index]).toBe(255);
  }
});
