import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp';
import type { Size } from '../../model/vocabulary.ts';
import { decodedFormats } from './decoders.ts';

/**
 * Thrown for bytes that are no image, or one that is not accepted; `message` is the reason, and safe to show to
 * clients.
 */
export class UnusablePhotoError extends Error {
  override readonly name = 'UnusablePhotoError';
}

/**
 * Maximum number of pixels of a photo, checked before decoding: a peak of 420 MB at worst (16 bits, interlaced). AVIF
 * is decoded in one piece at 18 bytes a pixel; an AVIF of 800 bytes could take 700 MB.
 */
const maxPixels = 40_000_000;
const maxAvifPixels = 16_000_000;
/** Maximum ratio of the sides; a thinner photo shows nothing and is costly to enlarge. */
const longestShape = 100;

const readSafely: SharpOptions = {
  limitInputPixels: maxPixels,
  // Truncated photos are rejected; problems that decoders only warn about are common on the web.
  failOn: 'error',
  // Decodes the first frame only.
  pages: 1,
  sequentialRead: true,
};

/** Reads the header of untrusted bytes. @throws UnusablePhotoError for what is not decoded */
export async function readFacts(bytes: Uint8Array): Promise<Metadata> {
  let facts: Metadata;
  try {
    facts = await sharp(bytes, { ...readSafely, limitInputPixels: false }).metadata();
  } catch (cause) {
    throw new UnusablePhotoError('not a picture that can be read', { cause });
  }
  const { width, height, format, compression } = facts;
  // HEIC shares a loader with AVIF, and is never decoded.
  if (!decodedFormats.has(format) || compression === 'hevc')
    throw new UnusablePhotoError('not a picture that can be read');
  const max = format === 'heif' ? maxAvifPixels : maxPixels;
  if (width * height > max)
    throw new UnusablePhotoError(`has ${width} × ${height} pixels, and ${max / 1e6} million is the most`);
  if (isTooLong(facts))
    throw new UnusablePhotoError(`has ${width} × ${height} pixels, which is too long and thin`);
  return facts;
}

export function isTooLong({ width, height }: Size): boolean {
  return Math.max(width / height, height / width) > longestShape;
}

/** Returns a pipeline that decodes a photo upright and in sRGB. */
export function upright(bytes: Uint8Array, { depth }: Metadata): Sharp {
  const image = sharp(bytes, readSafely).autoOrient().toColourspace('srgb');
  // sharp leaves photos of 16 bits with a profile in Display P3, unless they are converted to 8 bits first.
  if (depth !== 'uchar') image.pipelineColourspace('srgb');
  return image;
}
