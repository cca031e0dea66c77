import type { GlyphMark } from '../model/drawing.ts';
import type { Scale } from '../model/vocabulary.ts';
import { blendGlyph, blendPhoto } from './blend.ts';
import { CornerMasks, fillBoxes } from './boxes.ts';
import { type Canvas, canvasOf } from './canvas.ts';
import { blendLayer, Figures } from './figures.ts';
import { type GlyphMask, GlyphMasks } from './glyph-masks.ts';
import { OutlineMasks } from './outline-masks.ts';
import type { Rasteriser } from './rasteriser.ts';

/**
 * The default rasteriser. resvg draws each corner, figure and glyph only once; a board is boxes with these corners, then
 * figures, photos and glyphs blended over them. What resvg draws recurs from board to board, and would take most of the
 * time of a text board.
 */
export function resvgRasteriser(): Rasteriser {
  const corners = new CornerMasks();
  const figures = new Figures();
  const outlines = new OutlineMasks();
  const masks = new GlyphMasks();
  return {
    async rasterise(drawing, scale, photoOf) {
      const canvas = canvasOf(drawing.canvas, drawing.ground, scale);
      fillBoxes(
        canvas,
        drawing.boxes((mark) => photoOf(mark).isOpaque),
        scale,
        corners,
      );
      for (const mark of drawing.figures())
        blendLayer(canvas, figures.of(mark, scale), mark.x * scale, mark.y * scale);
      for (const mark of drawing.photos())
        blendPhoto(canvas, photoOf(mark), outlines.of(mark, scale), mark.x * scale, mark.y * scale);
      const glyphs = drawing.glyphs();
      blendGlyphs(canvas, glyphs, masks.of(glyphs, scale), scale);
      return canvas;
    },
  };
}

function blendGlyphs(
  canvas: Canvas,
  glyphs: readonly GlyphMark[],
  masks: readonly GlyphMask[],
  scale: Scale,
): void {
  for (let index = 0; index < glyphs.length; index++) {
    const glyph = glyphs[index];
    const mask = masks[index];
    if (glyph && mask) blendGlyph(canvas, mask, glyph, scale);
  }
}
