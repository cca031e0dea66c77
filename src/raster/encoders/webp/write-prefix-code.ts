import {
  type BitSink,
  type LengthOrder,
  type PrefixCode,
  prefixCodeOf,
  writeLengths,
} from '../prefix-code.ts';

const lengthOrder: LengthOrder = [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

/**
 * Writes the optimal code for symbols with these counts, and returns it. A single symbol takes no bits.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9649#name-decoding-and-building-the-p
 */
export function writePrefixCode(out: BitSink, counts: Uint32Array): PrefixCode {
  const used: number[] = [];
  for (let symbol = 0; symbol < counts.length && used.length < 3; symbol++)
    if (counts[symbol]) used.push(symbol);
  const [first = 0, second] = used;
  if (used.length < 3 && Math.max(first, second ?? 0) < 256)
    return writeSimpleCode(out, counts.length, first, second);
  const code = prefixCodeOf(counts);
  out.write(0, 1);
  // One bit between the length code and the lengths: those of all symbols follow.
  writeLengths(out, code.lengths, lengthOrder, 1);
  return second === undefined ? loneSymbol(counts.length) : code;
}

/** Writes a code of one symbol, or of two symbols of one bit each. */
function writeSimpleCode(out: BitSink, size: number, first: number, second?: number): PrefixCode {
  out.write(1, 1);
  out.write(second === undefined ? 0 : 1, 1);
  out.write(1, 1);
  out.write(first, 8);
  if (second === undefined) return loneSymbol(size);
  out.write(second, 8);
  const lengths = new Uint8Array(size);
  lengths[first] = 1;
  lengths[second] = 1;
  const bits = new Uint16Array(size);
  bits[second] = 1;
  return { bits, lengths };
}

function loneSymbol(size: number): PrefixCode {
  return { bits: new Uint16Array(size), lengths: new Uint8Array(size) };
}
