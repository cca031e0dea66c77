import type { BitWriter } from '../bit-writer.ts';
import { increment, type PrefixCode, writeSymbol } from '../prefix-code.ts';
import type { Steps } from '../repeats.ts';
import { prefixOf, writeExtra } from '../value-prefix.ts';
import { writePrefixCode } from './write-prefix-code.ts';

/** The alphabet of the first code: 256 values of green, 24 length prefixes, and the slots of the colour cache. */
const firstLength = 256;
const firstCached = firstLength + 24;
const cacheBits = 10;

/**
 * Writes the steps of an image: the size of the colour cache, one group of codes for the whole image, then the
 * symbols.
 *
 * @param role `palette`: of an image that belongs to a transform
 * @param pixels of the image, for a colour cache; absent: there is none
 */
export function writeSteps(
  out: BitWriter,
  steps: Steps,
  width: number,
  role: 'image' | 'palette',
  pixels?: Int32Array,
): void {
  const symbols = pixels ? cachedSymbols(pixels, steps) : plainSymbols(steps);
  const used = {
    symbols: new Uint32Array(pixels ? firstCached + (1 << cacheBits) : firstCached),
    red: new Uint32Array(256),
    blue: new Uint32Array(256),
    alpha: new Uint32Array(256),
    distances: new Uint32Array(40),
  };
  countSymbols(used, symbols, steps, width);
  out.write(pixels ? 1 : 0, 1);
  if (pixels) out.write(cacheBits, 4);
  if (role === 'image') out.write(0, 1);
  const codes = {
    symbols: writePrefixCode(out, used.symbols),
    red: writePrefixCode(out, used.red),
    blue: writePrefixCode(out, used.blue),
    alpha: writePrefixCode(out, used.alpha),
    distances: writePrefixCode(out, used.distances),
  };
  writeSymbols(out, codes, symbols, steps, width);
}

/** The five alphabets of the format. */
interface Five<Each> {
  readonly symbols: Each;
  readonly red: Each;
  readonly blue: Each;
  readonly alpha: Each;
  readonly distances: Each;
}

/** Finds the symbol of each step: the green of a colour, or the prefix of a length. */
function plainSymbols({ count, lengths, values }: Steps): Uint16Array {
  const symbols = new Uint16Array(count);
  for (let step = 0; step < count; step++) {
    const length = lengths[step] ?? 0;
    symbols[step] = length === 0 ? ((values[step] ?? 0) >>> 8) & 255 : firstLength + prefixOf(length);
  }
  return symbols;
}

/** Finds the symbol of each step: the green of a colour, the prefix of a length, or a slot of the colour cache. */
function cachedSymbols(pixels: Int32Array, steps: Steps): Uint16Array {
  const symbols = new Uint16Array(steps.count);
  const cache = new Int32Array(1 << cacheBits);
  let at = 0;
  let last = 0;
  for (let step = 0; step < symbols.length; step++) {
    const length = steps.lengths[step] ?? 0;
    const value = steps.values[step] ?? 0;
    if (length === 0) {
      const place = cachePlace(value);
      symbols[step] = cache[place] === value ? firstCached + place : (value >>> 8) & 255;
      cache[place] = last = value;
      at++;
      continue;
    }
    symbols[step] = firstLength + prefixOf(length);
    at += length;
    // A copy longer than its distance repeats itself: its last period holds all its colours, in their final order.
    for (let copied = at - Math.min(length, value); copied < at; copied++) {
      const color = pixels[copied] ?? 0;
      if (color !== last) cache[cachePlace(color)] = last = color;
    }
    last = pixels[at - 1] ?? 0;
  }
  return symbols;
}

/** Counts the uses of each symbol. */
function countSymbols(used: Five<Uint32Array>, symbols: Uint16Array, steps: Steps, width: number): void {
  for (let step = 0; step < symbols.length; step++) {
    const symbol = symbols[step] ?? 0;
    const value = steps.values[step] ?? 0;
    increment(used.symbols, symbol);
    if (symbol < firstLength) {
      increment(used.red, value & 255);
      increment(used.blue, (value >>> 16) & 255);
      increment(used.alpha, value >>> 24);
    } else if (symbol < firstCached) increment(used.distances, prefixOf(distanceCode(value, width)));
  }
}

function writeSymbols(
  out: BitWriter,
  codes: Five<PrefixCode>,
  symbols: Uint16Array,
  steps: Steps,
  width: number,
): void {
  for (let step = 0; step < symbols.length; step++) {
    const symbol = symbols[step] ?? 0;
    const value = steps.values[step] ?? 0;
    writeSymbol(out, codes.symbols, symbol);
    if (symbol < firstLength) {
      writeSymbol(out, codes.red, value & 255);
      writeSymbol(out, codes.blue, (value >>> 16) & 255);
      writeSymbol(out, codes.alpha, value >>> 24);
    } else if (symbol < firstCached) {
      const distance = distanceCode(value, width);
      const prefix = prefixOf(distance);
      writeExtra(out, symbol - firstLength, steps.lengths[step] ?? 0);
      writeSymbol(out, codes.distances, prefix);
      writeExtra(out, prefix, distance);
    }
  }
}

function cachePlace(color: number): number {
  const argb = (color & 0xff00ff00) | ((color & 255) << 16) | ((color >>> 16) & 255);
  return Math.imul(0x1e35a7bd, argb) >>> (32 - cacheBits);
}

/**
 * The short distance codes in use: for the pixel to the left and for the 1 to 7 rows above. The others gain next to
 * nothing.
 */
const nearCodes = { left: 2, rows: [1, 5, 13, 23, 35, 55, 73] } as const;

function distanceCode(distance: number, width: number): number {
  if (distance === 1) return nearCodes.left;
  const row = distance % width === 0 ? nearCodes.rows[distance / width - 1] : undefined;
  return row ?? distance + 120;
}
