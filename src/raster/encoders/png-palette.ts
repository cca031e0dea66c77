import { crc32 } from 'node:zlib';
import type { Pixels } from '../../model/drawing.ts';
import { colorsOf, Palette } from './colors.ts';

/** An image whose pixels are indices of colours, one byte each. */
export interface IndexedPixels {
  readonly indices: Uint8Array;
  readonly palette: Palette;
}

/** Replaces colours by indices. Returns undefined if there are too many colours for a palette. */
export function indexPixels(pixels: Pixels): IndexedPixels | undefined {
  const colors = colorsOf(pixels);
  const palette = new Palette();
  const indices = new Uint8Array(colors.length);
  for (let from = 0, to = 0; from < colors.length; from = to) {
    const color = colors[from] ?? 0;
    const index = palette.indexOf(color);
    if (index === undefined) return;
    while (to < colors.length && colors[to] === color) to++;
    if (to - from > longRun) indices.fill(index, from, to);
    else for (let at = from; at < to; at++) indices[at] = index;
  }
  return { indices, palette };
}

/** Pixels of one colour that are filled faster than written one by one. */
const longRun = 24;

/** Places of the chunk IHDR in a PNG file, which is the first one: its type, its number of the kind of colours, its end. */
const header = { type: 12, colorType: 25, checksum: 29, end: 33 } as const;
const indexedColor = 3;

/**
 * Returns a greyscale PNG of 8 bits as one with a palette: its shades become indices.
 *
 * @see https://www.w3.org/TR/png-3/
 */
export function withPalette(greyscale: Buffer, { colors }: Palette): Uint8Array {
  const start = Buffer.from(greyscale.subarray(0, header.end));
  start[header.colorType] = indexedColor;
  start.writeUInt32BE(crc32(start.subarray(header.type, header.checksum)), header.checksum);
  // A byte takes the lowest eight bits of a number.
  const content = Buffer.from(colors.flatMap((color) => [color, color >> 8, color >> 16]));
  const chunk = Buffer.alloc(12 + content.length);
  chunk.writeUInt32BE(content.length);
  chunk.write('PLTE', 4);
  chunk.set(content, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4);
  return Buffer.concat([start, chunk, greyscale.subarray(header.end)]);
}
