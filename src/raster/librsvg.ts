import sharp from 'sharp';
import { embeddedSvg } from './photos/embed.ts';
import type { Rasteriser } from './rasteriser.ts';

/** The resolution at which librsvg draws one SVG pixel as one pixel. */
const pixelDensity = 72;

/**
 * The second rasteriser: it draws the whole SVG with the librsvg that sharp includes. It is slower, and serves as a
 * cross-check.
 */
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
