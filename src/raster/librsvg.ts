import sharp from 'sharp';
import type { PhotoPixels, Pixels } from '../model/drawing.ts';
import { type OutlineMask, OutlineMasks } from './outline-masks.ts';
import { embeddedSvg, pngFile } from './photos/embed.ts';
import type { Rasteriser } from './rasteriser.ts';

/** The resolution at which librsvg draws one SVG pixel as one pixel. */
const pixelDensity = 72;

/**
 * The second rasteriser: it draws the whole SVG with the librsvg that sharp includes. It is slower, and serves as a
 * cross-check.
 */
export function librsvgRasteriser(): Rasteriser {
  const outlines = new OutlineMasks();
  return {
    async rasterise(drawing, scale, photoOf) {
      const document = await embeddedSvg(drawing, photoOf, (mark) =>
        pngFile(cutOut(photoOf(mark), outlines.of(mark, scale))),
      );
      const svg = Buffer.from(document);
      const { data, info } = await sharp(svg, { unlimited: true, density: pixelDensity * scale })
        .flatten({ background: drawing.ground })
        .ensureAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      return { data, width: info.width, height: info.height };
    },
  };
}

/** Makes a photo transparent outside its outline, since librsvg cannot clip to it. */
function cutOut({ data, width, height }: PhotoPixels, { coverage }: OutlineMask): Pixels {
  const cut = Uint8Array.from(data, (value, index) =>
    index % 4 === 3 ? Math.round((value * (coverage[(index - 3) / 4] ?? 0)) / 255) : value,
  );
  return { data: cut, width, height };
}
