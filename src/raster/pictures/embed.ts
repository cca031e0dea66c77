import sharp from 'sharp';
import type { Drawing } from '../../model/drawing.ts';
import type { PictureOf } from '../rasteriser.ts';

/** The whole drawing as one SVG document with its pictures inside, as PNG. */
export async function embeddedSvg(drawing: Drawing, pictureOf: PictureOf): Promise<string> {
  const hrefs = new Map<string, string>();
  for (const mark of drawing.pictures()) {
    const { data, width, height } = pictureOf(mark);
    const png = await sharp(data, { raw: { width, height, channels: 4 } })
      .png()
      .toBuffer();
    hrefs.set(keyOf(mark), `data:image/png;base64,${png.toString('base64')}`);
  }
  return drawing.svg((mark) => hrefs.get(keyOf(mark)) ?? '');
}

function keyOf({ address, width, height }: { address: string; width: number; height: number }): string {
  return `${width} ${height} ${address}`;
}
