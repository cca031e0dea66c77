import type { GlyphMark, PhotoPixels } from '../model/drawing.ts';
import type { Scale } from '../model/vocabulary.ts';
import type { Canvas } from './canvas.ts';
import type { GlyphMask } from './glyph-masks.ts';
import { mixed, packed } from './mix.ts';
import type { OutlineMask } from './outline-masks.ts';

/** Blends a glyph's colour over a canvas, weighted by its mask and clipped to the canvas. */
export function blendGlyph(canvas: Canvas, mask: GlyphMask, mark: GlyphMark, scale: Scale): void {
  const { colors, width, height } = canvas;
  const { coverage } = mask;
  const left = mark.x * scale + mask.left;
  const top = mark.y * scale + mask.top;
  const color = packed(mark.color);
  const firstColumn = Math.max(0, -left);
  const lastColumn = Math.min(mask.width, width - left);
  const lastRow = Math.min(mask.height, height - top);
  for (let row = Math.max(0, -top); row < lastRow; row++) {
    let source = row * mask.width + firstColumn;
    let target = (top + row) * width + left + firstColumn;
    for (let column = firstColumn; column < lastColumn; column++, source++, target++) {
      const cover = coverage[source] ?? 0;
      if (cover > 0) colors[target] = mixed(colors[target] ?? 0, color, cover);
    }
  }
}

/** Blends a photo over a canvas at `left`, `top`, clipped to its outline. The photo must be inside the canvas. */
export function blendPhoto(
  canvas: Canvas,
  photo: PhotoPixels,
  { coverage, isWhole }: OutlineMask,
  left: number,
  top: number,
): void {
  const { data } = canvas;
  const { width, height, isOpaque } = photo;
  for (let row = 0; row < height; row++) {
    let source = row * width * 4;
    let target = ((top + row) * canvas.width + left) * 4;
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
