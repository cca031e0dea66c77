import type { GlyphMark, Pixels } from '../model/drawing.ts';
import type { Scale } from '../model/vocabulary.ts';
import { blendGlyph, blendPhoto } from './blend.ts';
import { type GlyphMask, GlyphMasks } from './glyph-masks.ts';
import { OutlineMasks } from './outline-masks.ts';
import type { Rasteriser } from './rasteriser.ts';
import { renderSvg } from './render-svg.ts';

/**
 * The default rasteriser: resvg draws the shapes, then photos are blended over them row by row, then glyphs, each of
 * which resvg draws only once. Glyph edges, which recur from board to board, take most of the time of a text board.
 */
export function resvgRasteriser(): Rasteriser {
  const masks = new GlyphMasks();
  const outlines = new OutlineMasks();
  return {
    async rasterise(drawing, scale, photoOf) {
      const pixels = renderSvg(
        drawing.shapes((mark) => photoOf(mark).isOpaque),
        scale,
        drawing.ground,
      );
      for (const mark of drawing.photos())
        blendPhoto(pixels, photoOf(mark), outlines.of(mark, scale), mark.x * scale, mark.y * scale);
      const glyphs = drawing.glyphs();
      blendGlyphs(pixels, glyphs, masks.of(glyphs, scale), scale);
      return pixels;
    },
  };
}

function blendGlyphs(
  pixels: Pixels,
  glyphs: readonly GlyphMark[],
  masks: readonly GlyphMask[],
  scale: Scale,
): void {
  for (let index = 0; index < glyphs.length; index++) {
    const glyph = glyphs[index];
    const mask = masks[index];
    if (glyph && mask) blendGlyph(pixels, mask, glyph, scale);
  }
}
