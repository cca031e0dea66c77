import type { PngOptions } from 'sharp';
import type { Encoder } from '../encoder.ts';
import { sharpOf } from '../sharp-of.ts';
import { encodeIndexed } from './encode-indexed.ts';

/** Level 6 halves the bytes of level 1 (`npm run --prefix bench encoders`). */
const options: PngOptions = { compressionLevel: 6, adaptiveFiltering: false };

/** Encodes PNG without loss, with a palette if there are few colours. */
export const encodePng: Encoder = async (pixels, hasPhotos) =>
  (hasPhotos ? undefined : encodeIndexed(pixels)) ?? sharpOf(pixels).removeAlpha().png(options).toBuffer();
