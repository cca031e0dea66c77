import { Resvg } from '@resvg/resvg-js';
import type { Drawing, Pixels } from '../model/drawing.ts';
import type { Scale } from '../model/words.ts';
import { blendGlyph } from './blend.ts';
import { GlyphMasks } from './glyph-masks.ts';
import type { Rasteriser } from './rasteriser.ts';

/**
 * The default rasteriser: resvg draws the shapes, and the glyphs, each drawn by resvg once, are laid over them.
 * Most of the time of a text board is spent on glyph edges, which are the same from board to board.
 */
export function resvgRasteriser(): Rasteriser {
  const masks = new GlyphMasks();
  return {
    async rasterise(drawing, scale) {
      const pixels = drawShapes(drawing, scale);
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

function drawShapes(drawing: Drawing, scale: Scale): Pixels {
  const image = new Resvg(drawing.shapes(), {
    background: drawing.ground,
    font: { loadSystemFonts: false },
    fitTo: { mode: 'zoom', value: scale },
  }).render();
  return { data: image.pixels, width: image.width, height: image.height };
}
