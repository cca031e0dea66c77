import sharp, { type PngOptions, type WebpOptions } from 'sharp';
import type { Pixels } from '../model/drawing.ts';
import type { Format } from '../model/words.ts';

/**
 * Settings by what they cost on a board of text at 1080×1440 (`npm run bench` prints them): lossless WebP at
 * effort 1 is a fifth of the time of effort 4 at about the same size, and smaller than lossy WebP, since the
 * picture is flat. PNG level 6 with adaptive filters off is the knee of that curve.
 */
const webp: WebpOptions = { lossless: true, quality: 1, effort: 1 };
const png: PngOptions = { compressionLevel: 6, adaptiveFiltering: false };

/** Encodes opaque pixels without loss. */
export async function encode({ data, width, height }: Pixels, format: Format): Promise<Uint8Array> {
  const image = sharp(data, { raw: { width, height, channels: 4 } });
  return format === 'webp' ? image.webp(webp).toBuffer() : image.removeAlpha().png(png).toBuffer();
}
