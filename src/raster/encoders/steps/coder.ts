/**
 * Encodes flat images: finds repetitions in their pixels, gives their colours indices, and writes both formats' symbols.
 */
import { append, beginBits, expect, written } from './bits';
import { beginImage, pixels, stepsEnd } from './memory';
import { palette } from './palette';
import { findSteps as find } from './search';

export { finish } from './bits';
export { codesOf, countsOf } from './codes';
export { adler32, appendDeflate, countDeflate } from './deflate';
export { indexColors } from './palette';
export { appendWebp, beginPalette, beginSteps, countWebp, useCache } from './webp';

/** Begins an image of so many pixels. Returns their address. */
export function begin(count: i32): usize {
  beginImage(count);
  return pixels;
}

/** Finds the steps of the image, and begins to write: see `search.ts`. */
export function findSteps(width: i32, min: i32, max: i32, distance: i32): void {
  find(width, min, max, distance);
  beginBits((stepsEnd + 15) & ~15);
  expect(0);
}

/** Writes the lowest `bits` (0 to 16) of a number; its other bits must be zero. */
export function write(value: i32, bits: i32): void {
  expect(4);
  append(value, bits);
}

export function paletteAt(): usize {
  return palette;
}

/** Returns the address of what has been written. */
export function writtenAt(): usize {
  return written;
}
