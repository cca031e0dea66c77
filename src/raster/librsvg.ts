import sharp from 'sharp';
import type { Rasteriser } from './rasteriser.ts';

/** Pixels per inch at which librsvg draws one SVG pixel as one pixel. */
const pixelDensity = 72;

/** The second rasteriser: the whole SVG through librsvg, as sharp carries it. Slower; there to agree. */
export function librsvgRasteriser(): Rasteriser {
  return {
    async rasterise(drawing, scale) {
      const { data, info } = await sharp(Buffer.from(drawing.svg()), { density: pixelDensity * scale })
        .flatten({ background: drawing.ground })
        .ensureAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      return { data, width: info.width, height: info.height };
    },
  };
}
