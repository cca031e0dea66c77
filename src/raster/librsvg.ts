import sharp from 'sharp';
import { embeddedSvg } from './photos/embed.ts';
import type { Rasteriser } from './rasteriser.ts';

/** Pixels per inch at which librsvg draws one SVG pixel as one pixel. */
const pixelDensity = 72;

/** The second rasteriser: the whole SVG through librsvg, as sharp carries it. Slower; there to agree. */
export function librsvgRasteriser(): Rasteriser {
  return {
    async rasterise(drawing, scale, photoOf) {
      const svg = Buffer.from(await embeddedSvg(drawing, photoOf));
      const { data, info } = await sharp(svg, { unlimited: true, density: pixelDensity * scale })
        .flatten({ background: drawing.ground })
        .ensureAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      return { data, width: info.width, height: info.height };
    },
  };
}
