import { describe, expect, test } from 'vitest';
import type { Rect } from '../../src/layout/placed.ts';
import type { Pixels } from '../../src/model/drawing.ts';
import { themeNames } from '../../src/model/vocabulary.ts';
import { createRasteriser } from '../../src/raster/index.ts';
import { themes } from '../../src/themes/index.ts';
import { createEngine } from '../../src/workers/engine.ts';
import { boardOf, specOf } from '../support/boards.ts';
import { noPhotos } from '../support/pixels.ts';

const engine = createEngine({ rasteriser: 'resvg' });
const labels = [
  'Pizza',
  '北京烤鸭',
  'Борщ',
  'مرحبا',
  'שלום',
  'नमस्ते',
  'สวัสดี',
  '안녕',
  'Γειά',
  '🍕',
  '🍕 Pizza',
];
const rare = ['\u{10ffff}', '𓂀', 'e\u0301', '∮', '½', '①', '→', '★', '✓', '₽', '№'];

/** Counts the pixels in a rectangle that differ from the colour. */
function inkIn(pixels: Pixels, { x, y, width, height }: Rect, color: string): number {
  const ground = [1, 3, 5].map((from) => Number.parseInt(color.slice(from, from + 2), 16));
  let ink = 0;
  for (let row = y; row < y + height; row++)
    for (let column = x; column < x + width; column++) {
      const at = (row * pixels.width + column) * 4;
      if (ground.some((value, channel) => pixels.data[at + channel] !== value)) ink++;
    }
  return ink;
}

describe.each(themeNames)('%s', (theme) => {
  test('every label leaves ink on its tile in every script', async () => {
    const spec = specOf(boardOf('', [['S', [...labels, ...rare]]]), { theme });
    const pixels = await createRasteriser('resvg').rasterise(engine.draw(spec), 1, noPhotos);
    for (const { box, label } of engine.layOut(spec).rows.flatMap((row) => row.tiles)) {
      const inner = { x: box.x + 8, y: box.y + 8, width: box.width - 16, height: box.height - 16 };
      const ink = inkIn(pixels, inner, themes[theme].colors.tile);
      expect(ink, label.text).toBeGreaterThan(20);
    }
  });

  test('an empty label leaves no ink on its tile', async () => {
    const spec = specOf(boardOf('', [['S', ['']]]), { theme });
    const pixels = await createRasteriser('resvg').rasterise(engine.draw(spec), 1, noPhotos);
    const box = engine.layOut(spec).rows[0]?.tiles[0]?.box ?? { x: 0, y: 0, width: 0, height: 0 };
    const inner = { x: box.x + 12, y: box.y + 12, width: box.width - 24, height: box.height - 24 };
    expect(inner.width).toBeGreaterThan(100);
    expect(inkIn(pixels, inner, themes[theme].colors.tile)).toBe(0);
  });
});
