import sharp, { type PngOptions } from 'sharp';
import type { Encoder } from './encoder.ts';
import { indexPixels, withPalette } from './png-palette.ts';
import { sharpOf } from './sharp-of.ts';

/** Level 6 halves the bytes of level 1 (`npm run --prefix bench encoders`). */
const options: PngOptions = { compressionLevel: 6, adaptiveFiltering: false };

/**
 * Encodes PNG without loss, with a palette if there are few colours. sharp compresses the indices: the zlib of Node.js
 * changes with its version, and the same request must give the same bytes.
 */
export const encodePng: Encoder = async (pixels, hasPhotos) => {
  const indexed = hasPhotos ? undefined : indexPixels(pixels);
  if (!indexed) return sharpOf(pixels).removeAlpha().png(options).toBuffer();
  const { width, height } = pixels;
  const shades = sharp(indexed.indices, { raw: { width, height, channels: 1 } }).toColourspace('b-w');
  return withPalette(await shades.png(options).toBuffer(), indexed.palette);
};
