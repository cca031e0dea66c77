/**
 * Huffman codes as lookup tables, with the coefficients that follow short codes.
 *
 * @see https://www.w3.org/Graphics/JPEG/itu-t81.pdf annex C and F.2.2
 */

/** The number of bits that a lookup decodes at once. Longer codes are rare. */
const peek: i32 = 9;
const entries: i32 = 1 << peek;

/** For each of 4 tables, the number of codes of each length, 1 to 16, and their symbols. */
const counts = memory.data(64);
const symbols = memory.data(1024);
/** By the next bits an entry: see `entryOf`. */
const lookups = memory.data(8192, 16);
/** The maximum number of bits of a coefficient. */
const maxSizes = memory.data(4);

/** Set in entries whose coefficient is not in it, but in the bits after the code. */
export const hasBits: i32 = 0x80;
/** Places that the end of a block moves on: beyond any other. */
export const endOfBlock: i32 = 127;

export function countsOf(table: i32): usize {
  return counts + table * 16;
}

export function symbolsOf(table: i32): usize {
  return symbols + table * 256;
}

function lookupOf(table: i32): usize {
  return lookups + table * entries * 4;
}

/** Returns the value of a coefficient from its bits. A leading 0 stands for a negative one (F.2.2.1). */
export function extended(bits: i32, size: i32): i32 {
  return bits - (((bits >> (size - 1)) ^ 1) & 1) * ((1 << size) - 1);
}

/**
 * Returns the bits of a code in bits 0 to 6, the places that it moves on in bits 8 to 14, and the size of its coefficient
 * from bit 16, with `hasBits`. Returns 0 for a size that no encoder uses.
 */
function entryOf(table: i32, symbol: i32, length: i32): i32 {
  const size = symbol & 15;
  const run = symbol >> 4;
  if (size > load<u8>(maxSizes + table)) return 0;
  if (size > 0) return (size << 16) | ((run + 1) << 8) | hasBits | length;
  return ((run === 15 ? 16 : endOfBlock) << 8) | length;
}

/** Prepares the lookup of a table whose counts and symbols are set. */
export function buildTable(table: i32, maxSize: i32): void {
  store<u8>(maxSizes + table, maxSize);
  const lookup = lookupOf(table);
  memory.fill(lookup, 0, entries * 4);
  let to = 0;
  let from = symbolsOf(table);
  for (let length = 1; length <= peek; length++)
    for (let count: i32 = load<u8>(countsOf(table) + length - 1); count > 0; count--) {
      const entry = entryOf(table, load<u8>(from++), length);
      const size = entry >> 16;
      const after = peek - length;
      for (let rest = 0; rest < 1 << after; rest++) {
        let whole = entry;
        // The bits of the coefficient are among the next.
        if (size > 0 && size <= after) {
          const value = extended(rest >> (after - size), size);
          whole = (value << 16) | (entry & 0x7f00) | (length + size);
        }
        store<i32>(lookup + to++ * 4, whole);
      }
    }
}

/** Returns the entry for a code at the top of `bits`, or 0 if there is none. */
export function entryAt(table: i32, bits: u64): i32 {
  const entry = load<i32>(lookupOf(table) + <usize>(bits >> (64 - peek)) * 4);
  return entry !== 0 ? entry : longEntry(table, <i32>(bits >> 48));
}

function longEntry(table: i32, bits: i32): i32 {
  let first = 0;
  let from = 0;
  for (let length = 1; length <= 16; length++) {
    const count: i32 = load<u8>(countsOf(table) + length - 1);
    const offset = (bits >> (16 - length)) - first;
    if (offset < count) return entryOf(table, load<u8>(symbolsOf(table) + from + offset), length);
    first = (first + count) << 1;
    from += count;
  }
  return 0;
}
