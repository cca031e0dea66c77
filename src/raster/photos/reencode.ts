import { type ReencodedPhoto, storedPhotoSide } from '../../model/photo.ts';
import { readFacts, UnusablePhotoError, upright } from './facts.ts';

/** libwebp's scale of 0 to 100. The photo is encoded once more with the board, so little may be lost here. */
const quality = 88;

/**
 * Decodes untrusted bytes, under the rules of all photos, and encodes them as a WebP: upright, in sRGB, made smaller if the
 * longer side is above the limit, and without metadata.
 *
 * @throws UnusablePhotoError
 */
export async function reencodePhoto(bytes: Uint8Array): Promise<ReencodedPhoto> {
  const facts = await readFacts(bytes);
  try {
    const { data, info } = await upright(bytes, facts)
      .resize({ width: storedPhotoSide, height: storedPhotoSide, fit: 'inside', withoutEnlargement: true })
      .webp({ quality, smartSubsample: true })
      .toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.height };
  } catch (cause) {
    throw new UnusablePhotoError('the picture is damaged', { cause });
  }
}
