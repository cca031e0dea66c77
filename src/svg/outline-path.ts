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
  return written[value + writtenTo] ?? write(value);
}

function write(value: number): string {
  const size = Math.abs(value);
  const whole = Math.floor(size / 10);
  const digit = size - 10 * whole;
  const sign = value < 0 ? '-' : '';
  if (digit === 0) return `${sign}${whole}`;
  return whole === 0 ? `${sign}.${digit}` : `${sign}${whole}.${digit}`;
}

/** Offsets inside a glyph are small and come again and again. */
const writtenTo = 1000;
const written = Array.from({ length: 2 * writtenTo + 1 }, (_, index) => write(index - writtenTo));

function relativePath(font: Font, glyph: number, size: number): GlyphShape {
  const scale = (size * 10) / font.unitsPerEm;
  const bounds = { left: 0, top: 0, right: 0, bottom: 0 };
  let first: readonly [number, number] | undefined;
  let [x, y, startX, startY] = [0, 0, 0, 0];
  let tail = '';
  for (const { type, values } of font.outline(glyph).commands) {
    if (type === 'Z') {
      tail += 'z';
      [x, y] = [startX, startY];
      continue;
    }
    let data = '';
    let [endX, endY] = [x, y];
    for (let index = 0; index < values.length; index += 2) {
      endX = Math.round((values[index] ?? 0) * scale);
      endY = Math.round(-(values[index + 1] ?? 0) * scale);
      data += pair(endX - x, endY - y, index === 0);
      bounds.left = Math.min(bounds.left, Math.floor(endX / 10));
      bounds.top = Math.min(bounds.top, Math.floor(endY / 10));
      bounds.right = Math.max(bounds.right, Math.ceil(endX / 10));
      bounds.bottom = Math.max(bounds.bottom, Math.ceil(endY / 10));
    }
    if (type === 'L') tail += lineTo(endX - x, endY - y);
    else if (type !== 'M') tail += type.toLowerCase() + data;
    else {
      if (first) tail += `m${data}`;
      else first = [endX, endY];
      [startX, startY] = [endX, endY];
    }
    [x, y] = [endX, endY];
  }
  return { startX: first?.[0] ?? 0, startY: first?.[1] ?? 0, tail, ...bounds };
}

function lineTo(dx: number, dy: number): string {
  if (dx === 0 && dy === 0) return '';
  if (dx === 0) return `v${tenths(dy)}`;
  if (dy === 0) return `h${tenths(dx)}`;
  return `l${pair(dx, dy, true)}`;
}

/** Two numbers, with separators only where the sign does not do. */
function pair(dx: number, dy: number, isFirst: boolean): string {
  const before = isFirst || dx < 0 ? '' : ' ';
  return before + tenths(dx) + (dy < 0 ? '' : ' ') + tenths(dy);
}
