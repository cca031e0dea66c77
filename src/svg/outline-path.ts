import type { GlyphShape } from '../model/drawing.ts';
import type { Font } from '../text/font.ts';

/** Remembered outlines for each font, over all sizes; the oldest go first. */
const rememberedOutlines = 20_000;
const remembered = new WeakMap<Font, Map<string, GlyphShape>>();

/**
 * A glyph's outline at a size in px, as path data in tenths of a pixel with relative commands, so that a run of
 * text is a join of strings.
 */
export function glyphShape(font: Font, glyph: number, size: number): GlyphShape {
  let outlines = remembered.get(font);
  if (!outlines) {
    outlines = new Map();
    remembered.set(font, outlines);
  }
  const key = `${glyph} ${size}`;
  let outline = outlines.get(key);
  if (!outline) {
    outline = relativePath(font, glyph, size);
    const oldest = outlines.size >= rememberedOutlines ? outlines.keys().next().value : undefined;
    if (oldest !== undefined) outlines.delete(oldest);
    outlines.set(key, outline);
  }
  return outline;
}

/** Tenths of a pixel as path data: `12`, `1.2`, `-.3`. */
export function tenths(value: number): string {
  if (value % 10 === 0) return String(value / 10);
  const text = String(value / 10);
  if (value > 0) return value < 10 ? text.slice(1) : text;
  return value > -10 ? `-${text.slice(2)}` : text;
}

function relativePath(font: Font, glyph: number, size: number): GlyphShape {
  const bounds = { left: 0, top: 0, right: 0, bottom: 0 };
  const scale = (size * 10) / font.unitsPerEm;
  const toX = (value: number) => Math.round(value * scale);
  const toY = (value: number) => Math.round(-value * scale);
  let first: readonly [number, number] | undefined;
  let [x, y, startX, startY] = [0, 0, 0, 0];
  let tail = '';
  for (const { type, values } of font.outline(glyph).commands) {
    if (type === 'Z') {
      tail += 'z';
      [x, y] = [startX, startY];
      continue;
    }
    const points: number[] = [];
    for (let index = 0; index < values.length; index += 2) {
      const pointX = toX(values[index] ?? 0);
      const pointY = toY(values[index + 1] ?? 0);
      points.push(pointX, pointY);
      bounds.left = Math.min(bounds.left, Math.floor(pointX / 10));
      bounds.top = Math.min(bounds.top, Math.floor(pointY / 10));
      bounds.right = Math.max(bounds.right, Math.ceil(pointX / 10));
      bounds.bottom = Math.max(bounds.bottom, Math.ceil(pointY / 10));
    }
    const endX = points.at(-2) ?? 0;
    const endY = points.at(-1) ?? 0;
    if (type === 'M') {
      if (first) tail += `m${join([endX - x, endY - y])}`;
      else first = [endX, endY];
      [startX, startY] = [endX, endY];
    } else if (type === 'L') {
      tail += lineTo(endX - x, endY - y);
    } else {
      const [fromX, fromY] = [x, y];
      tail +=
        type.toLowerCase() + join(points.map((value, index) => value - (index % 2 === 0 ? fromX : fromY)));
    }
    [x, y] = [endX, endY];
  }
  return { startX: first?.[0] ?? 0, startY: first?.[1] ?? 0, tail, ...bounds };
}

function lineTo(dx: number, dy: number): string {
  if (dx === 0 && dy === 0) return '';
  if (dx === 0) return `v${tenths(dy)}`;
  if (dy === 0) return `h${tenths(dx)}`;
  return `l${join([dx, dy])}`;
}

/** Numbers with a separator only where one is needed. */
function join(values: readonly number[]): string {
  return values
    .map((value, index) => (index === 0 || value < 0 ? tenths(value) : ` ${tenths(value)}`))
    .join('');
}
