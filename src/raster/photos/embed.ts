import sharp from 'sharp';
import type { Drawing } from '../../model/drawing.ts';
import { photoKey } from '../../model/photo.ts';
import type { PhotoPixelsOf } from '../rasteriser.ts';

/** Returns the whole drawing as one SVG document with its photos embedded as PNG. */
export async function embeddedSvg(drawing: Drawing, photoOf: PhotoPixelsOf): Promise<string> {
  const hrefs = new Map<string, string>();
  for (const mark of drawing.photos()) {
    if (hrefs.has(photoKey(mark))) continue;
    const { data, width, height } = photoOf(mark);
    const png = await sharp(data, { raw: { width, height, channels: 4 } })
      .png()
      .toBuffer();
    hrefs.set(photoKey(mark), `data:image/png;base64,${png.toString('base64')}`);
  }
  return drawing.svg(
    (mark) => hrefs.get(photoKey(mark)) ?? '',
    (mark) => photoOf(mark).isOpaque,
  );
}
