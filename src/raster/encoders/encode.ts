import sharp, { type PngOptions, type Sharp, type WebpOptions } from 'sharp';
import type { Pixels } from '../../model/drawing.ts';
import type { Format, Size } from '../../model/vocabulary.ts';
import { encodeFlat } from './webp/encode-flat.ts';

/**
 * Boards with photos, where lossless takes six times as long for three times the bytes. From quality 90 on no loss is
 * seen; sharper chroma would take four times as long.
 */
const photos: WebpOptions = { quality: 90, effort: 0 };
/** Level 6 halves the bytes of level 1 (`npm run --prefix bench encoders`). */
const png: PngOptions = { compressionLevel: 6, adaptiveFiltering: false };

/**
 * Encodes opaque pixels: without loss, but for WebP with photos.
 *
 * @param size absent: as large as they are
 */
export async function encode(
  pixels: Pixels,
  format: Format,
  hasPhotos: boolean,
  size?: Size,
): Promise<Uint8Array> {
  const sized = size ? await resized(pixels, size) : pixels;
  if (format === 'png') return imageOf(sized).removeAlpha().png(png).toBuffer();
  return hasPhotos ? imageOf(sized).webp(photos).toBuffer() : encodeFlat(sized);
}

async function resized(pixels: Pixels, { width, height }: Size): Promise<Pixels> {
  if (width === pixels.width && height === pixels.height) return pixels;
  const data = await imageOf(pixels).resize(width, height, { fit: 'fill' }).raw().toBuffer();
  return { data, width, height };
}

function imageOf({ data, width, height }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels: 4 } });
}
