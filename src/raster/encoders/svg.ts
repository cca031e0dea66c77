import type { JpegOptions } from 'sharp';
import type { Drawing, PhotoPixels } from '../../model/drawing.ts';
import type { Scale } from '../../model/vocabulary.ts';
import { type EmbeddedFile, embeddedSvg, pngFile } from '../photos/embed.ts';
import type { PhotoPixelsOf } from '../rasteriser.ts';
import { sharpOf } from './sharp-of.ts';

/** As invisible as the loss of WebP with photos. PNG would take six times the bytes. */
const lossy: JpegOptions = { quality: 90 };

/**
 * Returns a drawing as an SVG file that needs nothing else and that pages can include: it has no scripts, styles, ids or
 * addresses. Photos are embedded as JPEG, those with transparent parts as PNG.
 */
export async function encodeSvg(drawing: Drawing, scale: Scale, photoOf: PhotoPixelsOf): Promise<Uint8Array> {
  return Buffer.from(await embeddedSvg(drawing, photoOf, (mark) => encodePhoto(photoOf(mark)), scale));
}

async function encodePhoto(photo: PhotoPixels): Promise<EmbeddedFile> {
  if (!photo.isOpaque) return pngFile(photo);
  return { mediaType: 'image/jpeg', bytes: await sharpOf(photo).removeAlpha().jpeg(lossy).toBuffer() };
}
