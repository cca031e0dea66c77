import type { GlyphShape } from '../model/drawing.ts';
import { drawingCache } from '../model/drawing-caches.ts';
import type { Font } from '../text/font.ts';

const cached = drawingCache<GlyphShape>('shapes', ({ tail }) => tail.length);

/**
 * Returns a glyph's outline at a size in px, as path data with relative commands and tenths of a pixel, so that the path
 * of a text is a concatenation of strings.
 */
export function glyphShape(font: Font, glyph: number, size: number): GlyphShape {
  const name = `${font.name} ${glyph} ${size}`;
  let shape = cached.get(name);
  if (!shape) {
    shape = shapeOf(font, glyph, size, name);
    cached.set(name, shape);
  }
  return shape;
}

/** Formats tenths of a pixel as path data: `12`, `1.2`, `-.3`. */
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

/** Offsets inside a glyph are small and repeat often. */
const writtenTo = 1000;
const written = Array.from({ length: 2 * writtenTo + 1 }, (_, index) => write(index - writtenTo));

function shapeOf(font: Font, glyph: number, size: number, name: string): GlyphShape {
  const scale = (size * 10) / font.unitsPerEm;
  const pen = new Pen();
  for (const { type, values } of font.outline(glyph)) {
    if (type === 'Z') pen.close();
    else pen.draw(type, values, scale);
  }
  return pen.shape(name);
}

/** Writes path data after its first move. All numbers are tenths of a pixel. */
class Pen {
  readonly #tail: string[] = [];
  #hasMoved = false;
  #firstX = 0;
  #firstY = 0;
  /** The start of the contour, and the current point. */
  #startX = 0;
  #startY = 0;
  #x = 0;
  #y = 0;
  #left = 0;
  #top = 0;
  #right = 0;
  #bottom = 0;

  close(): void {
    this.#tail.push('z');
    this.#x = this.#startX;
    this.#y = this.#startY;
  }

  /** @param values pairs of x and y, upwards; `scale` converts them to tenths of a pixel */
  draw(type: string, values: readonly number[], scale: number): void {
    const fromX = this.#x;
    const fromY = this.#y;
    let data = '';
    for (let index = 0; index < values.length; index += 2) {
      this.#moveTo(whole((values[index] ?? 0) * scale), whole(-(values[index + 1] ?? 0) * scale));
      data += pair(this.#x - fromX, this.#y - fromY, index === 0);
    }
    if (type === 'L') this.#tail.push(lineTo(this.#x - fromX, this.#y - fromY));
    else if (type === 'M') this.#begin(data);
    else this.#tail.push(type.toLowerCase() + data);
  }

  shape(name: string): GlyphShape {
    return {
      name,
      startX: this.#firstX,
      startY: this.#firstY,
      tail: this.#tail.join(''),
      left: Math.floor(this.#left / 10),
      top: Math.floor(this.#top / 10),
      right: Math.ceil(this.#right / 10),
      bottom: Math.ceil(this.#bottom / 10),
    };
  }

  #moveTo(x: number, y: number): void {
    this.#x = x;
    this.#y = y;
    this.#left = Math.min(this.#left, x);
    this.#top = Math.min(this.#top, y);
    this.#right = Math.max(this.#right, x);
    this.#bottom = Math.max(this.#bottom, y);
  }

  #begin(data: string): void {
    this.#startX = this.#x;
    this.#startY = this.#y;
    if (this.#hasMoved) this.#tail.push(`m${data}`);
    else {
      this.#hasMoved = true;
      this.#firstX = this.#x;
      this.#firstY = this.#y;
    }
  }
}

/** Rounds to an integer, never to minus zero: that would make V8 recompile code optimised for small integers. */
function whole(value: number): number {
  return Math.round(value) | 0;
}

function lineTo(dx: number, dy: number): string {
  if (dx === 0 && dy === 0) return '';
  if (dx === 0) return `v${tenths(dy)}`;
  if (dy === 0) return `h${tenths(dx)}`;
  return `l${pair(dx, dy, true)}`;
}

/** Formats two numbers, separated by a space unless a sign separates them. */
function pair(dx: number, dy: number, isFirst: boolean): string {
  const before = isFirst || dx < 0 ? '' : ' ';
  return before + tenths(dx) + (dy < 0 ? '' : ' ') + tenths(dy);
}
