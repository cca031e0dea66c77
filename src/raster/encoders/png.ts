import type { PngOptions } from 'sharp';
import type { Encoder } from './encoder.ts';
import { encodeIndexedPng } from './indexed-png.ts';
import { sharpOf } from './sharp-of.ts';

/** Level 6 halves the bytes of level 1 (`npm run --prefix bench encoders`). */
const options: PngOptions = { compressionLevel: 6, adaptiveFiltering: false };

/** Encodes PNG without loss, with a palette if there are few colours. */
export const encodePng: Encoder = (pixels, hasPhotos) =>
  (hasPhotos ? undefined : encodeIndexedPng(pixels)) ?? sharpOf(pixels).removeAlpha().png(options).toBuffer();
