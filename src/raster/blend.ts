import type { GlyphMark, PhotoPixels, Pixels } from '../model/drawing.ts';
import type { Scale } from '../model/vocabulary.ts';
import type { GlyphMask } from './glyph-masks.ts';
import type { OutlineMask } from './outline-masks.ts';

/** Blends a glyph's colour over opaque pixels, weighted by its mask and clipped to the canvas. */
export function blendGlyph(pixels: Pixels, mask: GlyphMask, mark: GlyphMark, scale: Scale): void {
  const { data, width, height } = pixels;
  const { coverage } = mask;
  const left = mark.x * scale + mask.left;
  const top = mark.y * scale + mask.top;
  const color = Number.parseInt(mark.color.slice(1), 16);
  const red = color >> 16;
  const green = (color >> 8) & 255;
  const blue = color & 255;
  const firstColumn = Math.max(0, -left);
  const lastColumn = Math.min(mask.width, width - left);
  const lastRow = Math.min(mask.height, height - top);
  for (let row = Math.max(0, -top); row < lastRow; row++) {
    let source = row * mask.width + firstColumn;
    let target = ((top + row) * width + left + firstColumn) * 4;
    for (let column = firstColumn; column < lastColumn; column++, source++, target += 4) {
      const cover = coverage[source] ?? 0;
      if (cover === 0) continue;
      if (cover === 255) {
        data[target] = red;
        data[target + 1] = green;
        data[target + 2] = blue;
        continue;
      }
      const keep = 255 - cover;
      data[target] = ((data[target] ?? 0) * keep + red * cover + 255) >> 8;
      data[target + 1] = ((data[target + 1] ?? 0) * keep + green * cover + 255) >> 8;
      data[target + 2] = ((data[target + 2] ?? 0) * keep + blue * cover + 255) >> 8;
    }
  }
}

/** Blends a photo over opaque pixels at `left`, `top`, clipped to its outline. The photo must be inside the canvas. */
export function blendPhoto(
  pixels: Pixels,
  photo: PhotoPixels,
  { coverage, isWhole }: OutlineMask,
  left: number,
  top: number,
): void {
  const { data } = pixels;
  const { width, height, isOpaque } = photo;
  for (let row = 0; row < height; row++) {
    let source = row * width * 4;
    let target = ((top + row) * pixels.width + left) * 4;
    if (isOpaque && isWhole[row]) {
      data.set(photo.data.subarray(source, source + width * 4), target);
      continue;
    }
    for (let column = 0; column < width; column++, source += 4, target += 4) {
      const cover = ((coverage[row * width + column] ?? 0) * (photo.data[source + 3] ?? 0)) / 255;
      for (let channel = 0; channel < 3; channel++) {
        const under = data[target + channel] ?? 0;
        const over = photo.data[source + channel] ?? 0;
        data[target + channel] = Math.round(under + ((over - under) * cover) / 255);
      }
    }
  }
}
