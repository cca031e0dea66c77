import { expect, it } from 'vitest';
import type { GlyphMark } from '../../src/model/drawing.ts';
import { maxDrawingBytes } from '../../src/model/drawing-caches.ts';
import { GlyphMasks } from '../../src/raster/glyph-masks.ts';

/** A square of 200 px. */
function squareMark(id: number): GlyphMark {
  const shape = {
    id,
    startX: 0,
    startY: 0,
    tail: 'h200v200h-200z',
    left: 0,
    top: 0,
    right: 200,
    bottom: 200,
  };
  return { shape, x: 0, y: 0, xFifths: 0, yFifths: 0, color: '#000000' };
}

it('returns the masks of a board that needs more of them than the cache can hold', () => {
  const marks = Array.from({ length: 1_600 }, (_, index) => squareMark(index));
  const masks = new GlyphMasks().of(marks, 1);
  expect(masks.reduce((sum, { coverage }) => sum + coverage.length, 0)).toBeGreaterThan(maxDrawingBytes);
  expect(masks.every(({ coverage, width }) => coverage[100 * width + 100] === 255)).toBe(true);
});
