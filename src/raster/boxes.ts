import type { BoxMark } from '../model/drawing.ts';
import { drawingCache } from '../model/drawing-caches.ts';
import type { Scale } from '../model/vocabulary.ts';
import type { Canvas } from './canvas.ts';
import { mixed, overlaid, packed } from './mix.ts';
import { pathCoverage } from './render-svg.ts';

/** The coverage of the corners of a box, 0 to 255 for each pixel of a square of that side, in real pixels. */
interface CornerMask {
  readonly side: number;
  readonly coverage: Uint8Array;
}

/** A cache of the corners of boxes as resvg draws them. */
export class CornerMasks {
  readonly #masks = drawingCache<CornerMask>('corners', ({ coverage }) => coverage.length);

  of({ radius, corners }: BoxMark, scale: Scale): CornerMask {
    const key = `${scale} ${corners}`;
    let mask = this.#masks.get(key);
    if (!mask) {
      mask = draw(corners, 2 * radius, scale);
      this.#masks.set(key, mask);
    }
    return mask;
  }
}

/** At the edge of a canvas, resvg rounds the curve of a corner otherwise than anywhere else. */
const margin = 1;

function draw(path: string, side: number, scale: Scale): CornerMask {
  const [canvas, from, length] = [side + 2 * margin, margin * scale, side * scale];
  const drawn = pathCoverage(path, { width: canvas, height: canvas }, scale);
  const coverage = new Uint8Array(length * length);
  for (let row = 0; row < length; row++) {
    const start = (from + row) * canvas * scale + from;
    coverage.set(drawn.subarray(start, start + length), row * length);
  }
  return { side: length, coverage };
}

/** An area in real pixels. */
interface Area {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/**
 * Fills boxes with the same result as resvg: their straight edges lie on whole pixels, the corners are resvg's own, which do
 * not depend on their place, and colours are mixed as resvg does.
 */
export function fillBoxes(canvas: Canvas, marks: readonly BoxMark[], scale: Scale, masks: CornerMasks): void {
  for (const mark of marks) {
    const area = areaOf(mark, scale);
    if (mark.opacity < 1) tint(canvas, area, mark);
    else if (mark.radius === 0) fill(canvas, area, packed(mark.color));
    else fillCornered(canvas, area, packed(mark.color), masks.of(mark, scale));
  }
}

function areaOf({ x, y, width, height }: BoxMark, scale: Scale): Area {
  return { left: x * scale, top: y * scale, right: (x + width) * scale, bottom: (y + height) * scale };
}

function fill({ colors, width, height }: Canvas, { left, top, right, bottom }: Area, color: number): void {
  const [from, to] = [Math.max(0, left), Math.min(width, right)];
  for (let row = Math.max(0, top); row < Math.min(height, bottom); row++)
    colors.fill(color, row * width + from, row * width + Math.max(from, to));
}

/** Fills an area with a translucent colour. Neighbours are mostly of one colour, which is mixed once. */
function tint({ colors, width, height }: Canvas, area: Area, { color, opacity }: BoxMark): void {
  const over = packed(color);
  const alpha = Math.round(opacity * 255);
  const [red, green, blue] = [0, 8, 16].map((shift) => Math.round((((over >> shift) & 255) * alpha) / 255));
  let [last, result] = [0, 0];
  for (let row = Math.max(0, area.top); row < Math.min(height, area.bottom); row++)
    for (let column = Math.max(0, area.left); column < Math.min(width, area.right); column++) {
      const at = row * width + column;
      const before = colors[at] ?? 0;
      if (before !== last) {
        last = before;
        result = overlaid(before, red ?? 0, green ?? 0, blue ?? 0, alpha);
      }
      colors[at] = result;
    }
}

function fillCornered(canvas: Canvas, area: Area, color: number, mask: CornerMask): void {
  const { left, top, right, bottom } = area;
  const radius = mask.side / 2;
  fill(canvas, { ...area, top: top + radius, bottom: bottom - radius }, color);
  fill(canvas, { left: left + radius, top, right: right - radius, bottom: top + radius }, color);
  fill(canvas, { left: left + radius, top: bottom - radius, right: right - radius, bottom }, color);
  for (let row = 0; row < mask.side; row++)
    for (let column = 0; column < mask.side; column++) {
      const x = column < radius ? left + column : right - mask.side + column;
      const y = row < radius ? top + row : bottom - mask.side + row;
      if (x < 0 || y < 0 || x >= canvas.width || y >= canvas.height) continue;
      const at = y * canvas.width + x;
      const cover = mask.coverage[row * mask.side + column] ?? 0;
      canvas.colors[at] = mixed(canvas.colors[at] ?? 0, color, cover);
    }
}
