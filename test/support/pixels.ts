import { Resvg } from '@resvg/resvg-js';
import sharp from 'sharp';
import type { Drawing, Pixels } from '../../src/model/drawing.ts';
import type { Scale } from '../../src/model/vocabulary.ts';

export interface Difference {
  /** Largest difference in any channel of any pixel, 0 to 255. */
  readonly most: number;
  /** Mean over all channels. */
  readonly mean: number;
}

export function difference(left: Pixels, right: Pixels): Difference {
  if (left.width !== right.width || left.height !== right.height)
    throw new Error('pictures of different sizes');
  let [most, sum] = [0, 0];
  for (let index = 0; index < left.data.length; index++) {
    const apart = Math.abs((left.data[index] ?? 0) - (right.data[index] ?? 0));
    most = Math.max(most, apart);
    sum += apart;
  }
  return { most, mean: sum / left.data.length };
}

/** Creates an image from a function that returns the colour of each pixel, `0xrrggbb`. */
export function picture(
  width: number,
  height: number,
  color: (column: number, row: number) => number,
): Pixels {
  const data = new Uint8Array(width * height * 4);
  for (let at = 0, pixel = 0; at < data.length; at += 4, pixel++) {
    const rgb = color(pixel % width, Math.floor(pixel / width));
    data.set([rgb >> 16, (rgb >> 8) & 255, rgb & 255, 255], at);
  }
  return { data, width, height };
}

/** Returns a pseudo-random number, the same in every run. */
export function scattered(seed: number): number {
  const mixed = Math.imul(seed ^ (seed >>> 16), 0x45d9f3b);
  return Math.imul(mixed ^ (mixed >>> 16), 0x45d9f3b) >>> 0;
}

/** Decodes an image file. @throws Error if it is damaged, however little */
export async function pixelsOf(bytes: Uint8Array | ArrayBuffer): Promise<Pixels> {
  const image = sharp(bytes, { failOn: 'warning' }).ensureAlpha().raw();
  const { data, info } = await image.toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** For images without photos. */
export function noPhotos(): never {
  throw new Error('there are no pictures here');
}

/** Renders the whole SVG of a drawing with resvg, without the parts of the rasteriser. */
export function wholeByResvg(drawing: Drawing, scale: Scale): Pixels {
  const fitTo = { mode: 'zoom', value: scale } as const;
  const { pixels, width, height } = new Resvg(drawing.svg(), {
    fitTo,
    font: { loadSystemFonts: false },
  }).render();
  return { data: pixels, width, height };
}
