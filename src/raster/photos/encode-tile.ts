import sharp from 'sharp';
import type { PhotoPixels } from '../../model/drawing.ts';

/** Encodes a photo as WebP with the quality of an image with photos, keeping its transparent parts. */
export function encodeTile({ data, width, height }: PhotoPixels): Promise<Uint8Array> {
  return sharp(data, { raw: { width, height, channels: 4 } })
    .webp({ quality: 90, effort: 0 })
    .toBuffer();
}
