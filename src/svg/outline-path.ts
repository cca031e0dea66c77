import type { GlyphShape } from '../model/drawing.ts';
import { drawingCache } from '../model/drawing-caches.ts';
import type { Font } from '../text/font.ts';
import { commandTypes, coordinates, type Outline } from '../text/outline.ts';

const cached = drawingCache<GlyphShape, number>('shapes', ({ tail }) => tail.length);

/** Two sizes differ by at least a thousandth of a pixel; all are below 2^20 thousandths. */
const sizeSteps = 1000;
const maxSize = 2 ** 20;

/**
 * Returns a glyph's outline at a size in px, as path data with relative commands and tenths of a pixel, so that the path
 * of a text is a concatenation of strings.
 */
export function glyphShape(font: Font, glyph: number, size: number): GlyphShape {
  const id = font.idOf(glyph) * maxSize + Math.round(size * sizeSteps);
  let shape = cached.get(id);
  if (!shape) {
    shape = shapeOf(font, glyph, size, id);
    cached.set(id, shape);
  }
  return shape;
}

/** Formats tenths of a pixel as path data: `12`, `1.2`, `-.3`. */
export function tenths(value: number): string {
  return formatted[value + formattedTo] ?? format(value);
}

function format(value: number): string {
  const size = Math.abs(value);
  const whole = Math.floor(size / 10);
  const digit = size - 10 * whole;
  const sign = value < 0 ? '-' : '';
  if (digit === 0) return `${sign}${whole}`;
  return whole === 0 ? `${sign}.${digit}` : `${sign}${whole}.${digit}`;
}

/** Offsets inside a glyph are small and repeat often. */
const formattedTo = 1000;
const formatted = Array.from({ length: 2 * formattedTo + 1 }, (_, index) => format(index - formattedTo));

function shapeOf(font: Font, glyph: number, size: number, id: number): GlyphShape {
  const outline = font.outline(glyph);
  const pen = new Pen(outline, (size * 10) / font.unitsPerEm);
  for (let at = 0; at < outline.length; ) {
    const type = outline[at] ?? 0;
    pen.draw(commandTypes[type] ?? 'Z', at + 1, coordinates[type] ?? 0);
    at += 1 + (coordinates[type] ?? 0);
  }
  return pen.shape(id);
}

/** The path that is being written, in ASCII. A string for each part of it would be garbage as large as the image. */
let written = Buffer.alloc(1 << 14);
/** Maximum bytes of a command. */
const commandBytes = 100;

/** Writes path data after its first move. All numbers are tenths of a pixel. */
class Pen {
  readonly #outline: Outline;
  readonly #scale: number;
  #length = 0;
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

  /** @param scale converts font units to tenths of a pixel */
  constructor(outline: Outline, scale: number) {
    this.#outline = outline;
    this.#scale = scale;
  }

  /** Writes the command with `count` coordinates from `at` on in the outline. */
  draw(type: string, at: number, count: number): void {
    if (this.#length + commandBytes > written.length) written = Buffer.concat([written, written]);
    if (type === 'Z') this.#close();
    else if (type === 'M') this.#begin(at);
    else if (type === 'L') this.#line(at);
    else this.#curve(type, at, count);
  }

  shape(id: number): GlyphShape {
    return {
      id,
      startX: this.#firstX,
      startY: this.#firstY,
      tail: written.toString('latin1', 0, this.#length),
      left: Math.floor(this.#left / 10),
      top: Math.floor(this.#top / 10),
      right: Math.ceil(this.#right / 10),
      bottom: Math.ceil(this.#bottom / 10),
    };
  }

  #close(): void {
    this.#write('z');
    this.#x = this.#startX;
    this.#y = this.#startY;
  }

  #begin(at: number): void {
    const [fromX, fromY] = [this.#x, this.#y];
    this.#moveTo(at);
    this.#startX = this.#x;
    this.#startY = this.#y;
    if (this.#hasMoved) {
      this.#write('m');
      this.#pair(this.#x - fromX, this.#y - fromY, true);
      return;
    }
    this.#hasMoved = true;
    this.#firstX = this.#x;
    this.#firstY = this.#y;
  }

  #line(at: number): void {
    const [fromX, fromY] = [this.#x, this.#y];
    this.#moveTo(at);
    const [dx, dy] = [this.#x - fromX, this.#y - fromY];
    if (dx === 0 && dy === 0) return;
    this.#write(dx === 0 ? 'v' : dy === 0 ? 'h' : 'l');
    if (dx === 0) this.#write(tenths(dy));
    else if (dy === 0) this.#write(tenths(dx));
    else this.#pair(dx, dy, true);
  }

  #curve(type: string, at: number, count: number): void {
    const [fromX, fromY] = [this.#x, this.#y];
    this.#write(type.toLowerCase());
    for (let point = at; point < at + count; point += 2) {
      this.#moveTo(point);
      this.#pair(this.#x - fromX, this.#y - fromY, point === at);
    }
  }

  /** Moves to the point at that place in the outline. */
  #moveTo(at: number): void {
    const x = whole((this.#outline[at] ?? 0) * this.#scale);
    const y = whole(-(this.#outline[at + 1] ?? 0) * this.#scale);
    this.#x = x;
    this.#y = y;
    this.#left = Math.min(this.#left, x);
    this.#top = Math.min(this.#top, y);
    this.#right = Math.max(this.#right, x);
    this.#bottom = Math.max(this.#bottom, y);
  }

  /** Writes two numbers, separated by a space unless a sign separates them. */
  #pair(dx: number, dy: number, isFirst: boolean): void {
    if (!isFirst && dx >= 0) this.#write(' ');
    this.#write(tenths(dx));
    if (dy >= 0) this.#write(' ');
    this.#write(tenths(dy));
  }

  #write(text: string): void {
    for (let index = 0; index < text.length; index++) written[this.#length++] = text.charCodeAt(index);
  }
}

/** Rounds to an integer, never to minus zero: that would make V8 recompile code optimised for small integers. */
function whole(value: number): number {
  return Math.round(value) | 0;
}
