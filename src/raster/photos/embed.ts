import type { Drawing, PhotoMark } from '../../model/drawing.ts';
import { photoKey } from '../../model/photo.ts';
import type { Scale } from '../../model/vocabulary.ts';
import { sharpOf } from '../encoders/sharp-of.ts';
import type { PhotoPixelsOf } from '../rasteriser.ts';

/** A file in a format that every reader of SVG knows. */
export interface EmbeddedFile {
  readonly mediaType: 'image/png' | 'image/jpeg';
  readonly bytes: Buffer;
}

/** Returns the whole drawing as one SVG document with its photos embedded. */
export async function embeddedSvg(
  drawing: Drawing,
  photoOf: PhotoPixelsOf,
  encode: (mark: PhotoMark) => Promise<EmbeddedFile>,
  scale?: Scale,
): Promise<string> {
  const hrefs = new Map<string, string>();
  for (const mark of drawing.photos()) {
    if (hrefs.has(keyOf(mark))) continue;
    const { mediaType, bytes } = await encode(mark);
    hrefs.set(keyOf(mark), `data:${mediaType};base64,${bytes.toString('base64')}`);
  }
  return drawing.svg(
    (mark) => hrefs.get(keyOf(mark)) ?? '',
    (mark) => photoOf(mark).isOpaque,
    scale,
  );
}

/** Encodes pixels as PNG without loss. */
export async function pngFile(pixels: Parameters<typeof sharpOf>[0]): Promise<EmbeddedFile> {
  return { mediaType: 'image/png', bytes: await sharpOf(pixels).png().toBuffer() };
}

function keyOf(mark: PhotoMark): string {
  return `${photoKey(mark)} ${mark.outline}`;
}
