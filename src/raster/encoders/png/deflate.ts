import {
  type BitSink,
  type LengthOrder,
  type PrefixCode,
  prefixCodeOf,
  writeLengths,
} from '../prefix-code.ts';
import { countsOf, type StepCoder, setCode } from '../step-coder.ts';

/** The copies that Deflate can express, in bytes. */
export const copyLimits = { minLength: 3, maxLength: 258, maxDistance: 1 << 15 } as const;

/** The first alphabet: 256 bytes, the end, and 29 prefixes of lengths. The second: the prefixes of distances. */
const [firstLength, symbolCount, distanceCount] = [257, 286, 30];
const lengthOrder: LengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/**
 * Writes the steps, of which the literals are bytes, as one block of Deflate with optimal codes.
 *
 * @see https://www.rfc-editor.org/rfc/rfc1951#section-3.2.7
 */
export function writeDeflate(coder: StepCoder): void {
  coder.countDeflate();
  const symbols = prefixCodeOf(countsOf(coder, 0, symbolCount));
  const distances = prefixCodeOf(countsOf(coder, 1, distanceCount));
  setCode(coder, 0, symbols);
  setCode(coder, 1, distances);
  // The last block, with codes of its own.
  coder.write(1, 1);
  coder.write(2, 2);
  writeCodes(coder, symbols, distances);
  coder.appendDeflate();
}

/** Writes the lengths of both codes, without the unused symbols at their ends, as one list. */
function writeCodes(out: BitSink, symbols: PrefixCode, distances: PrefixCode): void {
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
