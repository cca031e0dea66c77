import { blendGlyph, blendPicture } from './blend.ts';
import { GlyphMasks } from './glyph-masks.ts';
import { OutlineMasks } from './outline-masks.ts';
import type { Rasteriser } from './rasteriser.ts';
import { renderSvg } from './render-svg.ts';

/**
 * The default rasteriser: resvg draws the shapes; pictures are laid over them row by row, and then the glyphs, each
 * drawn by resvg once.
 * Most of the time of a text board is spent on glyph edges, which are the same from board to board.
 */
export function resvgRasteriser(): Rasteriser {
  const masks = new GlyphMasks();
  const outlines = new OutlineMasks();
  return {
    async rasterise(drawing, scale, pictureOf) {
      const pixels = renderSvg(
        drawing.shapes((mark) => pictureOf(mark).isOpaque),
        scale,
        drawing.ground,
      );
      for (const mark of drawing.pictures())
        blendPicture(pixels, pictureOf(mark), outlines.of(mark, scale), mark.x * scale, mark.y * scale);
      const glyphs = drawing.glyphs();
      const found = masks.of(glyphs, scale);
      for (const [index, mask] of found.entries()) {
        const glyph = glyphs[index];
        if (glyph) blendGlyph(pixels, mask, glyph, scale);
      }
      return pixels;
    },
  };
}
