import type { WebpOptions } from 'sharp';
import type { Encoder } from '../encoder.ts';
import { sharpOf } from '../sharp-of.ts';
import { encodeFlat } from './encode-flat.ts';

/**
 * The settings for boards with photos, where lossless WebP takes six times as long and has three times the bytes.
 * From quality 90 on, no loss is visible. Sharper chroma would take four times as long.
 */
const lossy: WebpOptions = { quality: 90, effort: 0 };

/** Encodes WebP: flat boards without loss, boards with photos with invisible loss. */
export const encodeWebp: Encoder = (pixels, hasPhotos) =>
  hasPhotos ? sharpOf(pixels).webp(lossy).toBuffer() : encodeFlat(pixels);
