/**
 * The steps of lossless WebP: five alphabets, for green with lengths and slots of the colour cache, for red, for blue, for
 * alpha, and for distances.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9649#name-image-data
 */
import { expect } from './bits';
import { appendExtra, appendSymbol, clearCounts, count, prefixOf } from './codes';
import { pixels, steps, stepsEnd } from './memory';
import { palette } from './palette';

const symbolAlphabet: i32 = 0;
const redAlphabet: i32 = 1;
const blueAlphabet: i32 = 2;
const alphaAlphabet: i32 = 3;
const distanceAlphabet: i32 = 4;

const firstLength: i32 = 256;
const firstCached: i32 = 256 + 24;
const cacheBits: i32 = 10;
const cache = memory.data(4096, 4);

/**
 * The short distance codes in use: for the pixel to the left and for the 1 to 7 rows above. The others gain next to
 * nothing.
 */
const leftCode: i32 = 2;
const rowCodes = memory.data<u8>([1, 5, 13, 23, 35, 55, 73]);

/** The steps of the palette, which is an image of its own. */
const paletteSteps = memory.data(2048, 4);

/** The steps that are counted and written: those of the palette or of the image. */
let list: usize = 0;
let listEnd: usize = 0;

/**
 * Begins the palette: a literal for each entry, its difference from the one before, channel by channel. The colours are
 * followed by more entries up to `count`.
 */
export function beginPalette(colors: i32, count: i32): void {
  list = paletteSteps;
  listEnd = paletteSteps + count * 8;
  let before = 0;
  for (let index = 0; index < count; index++) {
    const color = index < colors ? load<i32>(palette + index * 4) : before;
    store<i32>(paletteSteps + index * 8, 0);
    store<i32>(paletteSteps + index * 8, difference(color, before), 4);
    before = color;
  }
}

/** Subtracts each byte of a colour from that of another, modulo 256. */
function difference(color: i32, from: i32): i32 {
  const even = (color | 0xff00ff00) - (from & 0x00ff00ff);
  const odd = ((color >>> 8) | 0xff00ff00) - ((from >>> 8) & 0x00ff00ff);
  return (even & 0x00ff00ff) | ((odd & 0x00ff00ff) << 8);
}

/** Begins the image. */
export function beginSteps(): void {
  list = steps;
  listEnd = stepsEnd;
}

/** Gives literal steps whose colour is in the cache, in place of the length, the slot as a negative number from -1 on. */
export function useCache(): void {
  memory.fill(cache, 0, 4 << cacheBits);
  let at = pixels;
  let last = 0;
  for (let step = steps; step < stepsEnd; step += 8) {
    const length = load<i32>(step);
    const value = load<i32>(step, 4);
    if (length === 0) {
      const slot = slotOf(value);
      if (load<i32>(cache + slot * 4) === value) store<i32>(step, -1 - slot);
      store<i32>(cache + slot * 4, value);
      last = value;
      at += 4;
      continue;
    }
    at += length * 4;
    // A copy longer than its distance repeats itself: its last period holds all its colours, in their final order.
    for (let copied = at - min(length, value) * 4; copied < at; copied += 4) {
      const color = load<i32>(copied);
      if (color !== last) {
        store<i32>(cache + slotOf(color) * 4, color);
        last = color;
      }
    }
    last = load<i32>(at - 4);
  }
}

function slotOf(color: i32): i32 {
  const argb = (color & 0xff00ff00) | ((color & 255) << 16) | ((color >>> 16) & 255);
  return (0x1e35a7bd * argb) >>> (32 - cacheBits);
}

/** Counts the symbols of the steps of an image that is `width` pixels wide. */
export function countWebp(width: i32): void {
  clearCounts();
  for (let step = list; step < listEnd; step += 8) {
    const length = load<i32>(step);
    const value = load<i32>(step, 4);
    if (length > 0) {
      count(symbolAlphabet, firstLength + prefixOf(length));
      count(distanceAlphabet, prefixOf(distanceCode(value, width)));
    } else if (length < 0) count(symbolAlphabet, firstCached - 1 - length);
    else {
      count(symbolAlphabet, (value >>> 8) & 255);
      count(redAlphabet, value & 255);
      count(blueAlphabet, (value >>> 16) & 255);
      count(alphaAlphabet, value >>> 24);
    }
  }
}

/** Writes the symbols that were counted, with the codes that are set. */
export function appendWebp(width: i32): void {
  // A step takes less than 8 bytes: four codes, or two of them with 10 and 18 more bits.
  expect(<i32>(listEnd - list));
  for (let step = list; step < listEnd; step += 8) {
    const length = load<i32>(step);
    const value = load<i32>(step, 4);
    if (length > 0) {
      const prefix = prefixOf(length);
      appendSymbol(symbolAlphabet, firstLength + prefix);
      appendExtra(prefix, length);
      const distance = distanceCode(value, width);
      const distancePrefix = prefixOf(distance);
      appendSymbol(distanceAlphabet, distancePrefix);
      appendExtra(distancePrefix, distance);
    } else if (length < 0) appendSymbol(symbolAlphabet, firstCached - 1 - length);
    else {
      appendSymbol(symbolAlphabet, (value >>> 8) & 255);
      appendSymbol(redAlphabet, value & 255);
      appendSymbol(blueAlphabet, (value >>> 16) & 255);
      appendSymbol(alphaAlphabet, value >>> 24);
    }
  }
}

function distanceCode(distance: i32, width: i32): i32 {
  if (distance === 1) return leftCode;
  const row = distance / width;
  return row <= 7 && row * width === distance ? load<u8>(rowCodes + row - 1) : distance + 120;
}
