import type { Pixels } from '../../model/drawing.ts';
import type { PixelFormat, Size } from '../../model/vocabulary.ts';
import type { Encoder } from './encoder.ts';
import { encodePng } from './png/png.ts';
import { sharpOf } from './sharp-of.ts';
import { encodeWebp } from './webp/webp.ts';

const encoders: Readonly<Record<PixelFormat, Encoder>> = { webp: encodeWebp, png: encodePng };

/**
 * Encodes opaque pixels.
 *
 * @param size of the image; absent: that of the pixels
 */
export async function encode(
  pixels: Pixels,
  format: PixelFormat,
  hasPhotos: boolean,
  size?: Size,
): Promise<Uint8Array> {
  return encoders[format](size ? await resized(pixels, size) : pixels, hasPhotos);
}

async function resized(pixels: Pixels, { width, height }: Size): Promise<Pixels> {
  if (width === pixels.width && height === pixels.height) return pixels;
  const data = await sharpOf(pixels).resize(width, height, { fit: 'fill' }).raw().toBuffer();
  return { data, width, height };
}
