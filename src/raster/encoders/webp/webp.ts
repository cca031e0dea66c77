import type { Encoder } from '../encoder.ts';
import { encodeFlat } from './encode-flat.ts';
import { encodePhotos } from './encode-photos.ts';

/**
 * Encodes WebP: flat boards without loss, boards with photos with invisible loss, since lossless WebP of them takes many times as
 * long and has three times the bytes.
 */
export const encodeWebp: Encoder = async (pixels, hasPhotos) =>
  hasPhotos ? encodePhotos(pixels) : encodeFlat(pixels);
