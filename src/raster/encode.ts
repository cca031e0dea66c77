import sharp, { type PngOptions, type WebpOptions } from 'sharp';
import type { Pixels } from '../model/drawing.ts';
import type { Format, Size } from '../model/words.ts';

/**
 * Chosen by what they cost on boards of text (`npm run --prefix bench encoders`): lossless WebP at effort 1 takes the
 * least time; more effort takes up to three times as long for a tenth to a fifth fewer bytes, and lossy WebP is both
 * slower and twice as large, since the picture is flat. PNG level 6 halves the bytes of level 1.
 */
const webp: WebpOptions = { lossless: true, quality: 1, effort: 1 };
/**
 * Boards with photos, where lossless takes six times as long for three times the bytes. From quality 90 on no loss is
 * seen; sharper chroma would take four times as long.
 */
const photos: WebpOptions = { quality: 90, effort: 0 };
const png: PngOptions = { compressionLevel: 6, adaptiveFiltering: false };

/**
 * Encodes opaque pixels: without loss, but for WebP with photos.
 *
 * @param size absent: as large as they are
 */
export async function encode(
  { data, width, height }: Pixels,
  format: Format,
  hasPhotos: boolean,
  size?: Size,
): Promise<Uint8Array> {
  const image = sharp(data, { raw: { width, height, channels: 4 } });
  if (size && (size.width !== width || size.height !== height))
    image.resize(size.width, size.height, { fit: 'fill' });
  return format === 'webp'
    ? image.webp(hasPhotos ? photos : webp).toBuffer()
    : image.removeAlpha().png(png).toBuffer();
}
