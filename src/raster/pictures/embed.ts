import sharp from 'sharp';
import type { Drawing } from '../../model/drawing.ts';
import { pictureKey } from '../../model/picture.ts';
import type { PictureOf } from '../rasteriser.ts';

/** The whole drawing as one SVG document with its pictures inside, as PNG. */
export async function embeddedSvg(drawing: Drawing, pictureOf: PictureOf): Promise<string> {
  const hrefs = new Map<string, string>();
  for (const mark of drawing.pictures()) {
    if (hrefs.has(pictureKey(mark))) continue;
    const { data, width, height } = pictureOf(mark);
    const png = await sharp(data, { raw: { width, height, channels: 4 } })
      .png()
      .toBuffer();
    hrefs.set(pictureKey(mark), `data:image/png;base64,${png.toString('base64')}`);
  }
  return drawing.svg(
    (mark) => hrefs.get(pictureKey(mark)) ?? '',
    (mark) => pictureOf(mark).isOpaque,
  );
}
