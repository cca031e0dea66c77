import type { BitWriter } from '../bit-writer.ts';
import {
  increment,
  type LengthOrder,
  type PrefixCode,
  prefixCodeOf,
  writeLengths,
  writeSymbol,
} from '../prefix-code.ts';
import type { CopyLimits, Steps } from '../repeats.ts';
import { prefixOf, writeExtra } from '../value-prefix.ts';

/** The copies that Deflate can express, in bytes. */
export const deflateLimits: CopyLimits = { minLength: 3, maxLength: 258, maxDistance: 1 << 15 };

/** The first alphabet: 256 bytes, the end, and 29 prefixes of lengths. The second: the prefixes of distances. */
const [end, firstLength, longestLength, symbolCount, distanceCount] = [256, 257, 285, 286, 30];
const lengthOrder: LengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/**
 * Writes steps through bytes as one block of Deflate with optimal codes.
 *
 * @param steps of which the values of literals are bytes
 * @see https://www.rfc-editor.org/rfc/rfc1951#section-3.2.7
 */
export function writeDeflate(out: BitWriter, { count, lengths, values }: Steps): void {
  const used = { symbols: new Uint32Array(symbolCount), distances: new Uint32Array(distanceCount) };
  used.symbols[end] = 1;
  for (let step = 0; step < count; step++) {
    const length = lengths[step] ?? 0;
    const value = values[step] ?? 0;
    increment(used.symbols, length === 0 ? value : lengthSymbol(length));
    if (length > 0) increment(used.distances, prefixOf(value));
  }
  const symbols = prefixCodeOf(used.symbols);
  const distances = prefixCodeOf(used.distances);
  // The last block, with codes of its own.
  out.write(1, 1);
  out.write(2, 2);
  writeCodes(out, symbols, distances);
  for (let step = 0; step < count; step++) {
    const length = lengths[step] ?? 0;
    const value = values[step] ?? 0;
    if (length === 0) {
      writeSymbol(out, symbols, value);
      continue;
    }
    const prefix = prefixOf(value);
    writeSymbol(out, symbols, lengthSymbol(length));
    out.write((length - 3) & ((1 << lengthBits(length)) - 1), lengthBits(length));
    writeSymbol(out, distances, prefix);
    writeExtra(out, prefix, value);
  }
  writeSymbol(out, symbols, end);
}

/** Writes the lengths of both codes, without the unused symbols at their ends, as one list. */
function writeCodes(out: BitWriter, symbols: PrefixCode, distances: PrefixCode): void {
  const first = withoutUnused(symbols.lengths, firstLength);
  const second = withoutUnused(distances.lengths, 1);
  out.write(first.length - firstLength, 5);
  out.write(second.length - 1, 5);
  writeLengths(out, new Uint8Array([...first, ...second]), lengthOrder, 0);
}

function withoutUnused(lengths: Uint8Array, min: number): Uint8Array {
  let used = lengths.length;
  while (used > min && lengths[used - 1] === 0) used--;
  return lengths.subarray(0, used);
}

function lengthSymbol(length: number): number {
  if (length === deflateLimits.maxLength) return longestLength;
  const bits = lengthBits(length);
  return firstLength + 4 * bits + ((length - 3) >> bits);
}

/** Returns the number of bits that follow the symbol of a length. */
function lengthBits(length: number): number {
  if (length < 11 || length === deflateLimits.maxLength) return 0;
  return 29 - Math.clz32(length - 3);
}
