/** Reads the coefficients of blocks from an interval of entropy-coded data. */
import { endOfBlock, entryAt, extended, hasBits } from './codes';

/** The natural position of each place in the zigzag. Beyond the last, where a damaged block ends, is spare room. */
export const zigzag = memory.data<u8>([
  0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7,
  14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46,
  53, 60, 61, 54, 47, 55, 62, 63, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64,
]);

/** The coefficients of the last block, 16 bits each, in natural order. */
export const block = memory.data(144, 16);

let words: usize = 0;
let next: usize = 0;
/** The next bits, from the top, and how many. */
let bits: u64 = 0;
let count: i32 = 0;

/** Begins to read at an address of 32-bit words with the first bit on top. */
export function beginBits(address: usize): void {
  words = address;
  next = address;
  bits = 0;
  count = 0;
}

/** Returns the number of bits that have been read. */
export function bitsRead(): i32 {
  return <i32>(next - words) * 8 - count;
}

/** The difference of the last block's DC coefficient to the one before. */
export let difference: i32 = 0;

/**
 * Reads a block. Its coefficients are zero before, and its DC coefficient stays so: see `difference`. Returns the place
 * after its last coefficient in the zigzag, or -1 if there is an impossible code.
 */
export function readBlock(dc: i32, ac: i32): i32 {
  let ahead = bits;
  let left = count;
  let from = next;
  let place = 0;
  let last = 0;
  let table = dc;
  while (place < 64) {
    // A code has at most 16 bits and its coefficient 11.
    if (left < 32) {
      ahead |= (<u64>load<u32>(from)) << (32 - left);
      from += 4;
      left += 32;
    }
    const entry = entryAt(table, ahead);
    if (entry === 0) return -1;
    const length = entry & 0x7f;
    ahead <<= length;
    left -= length;
    let value = entry >> 16;
    if (entry & hasBits) {
      const size = value;
      value = extended(<i32>(ahead >> (64 - size)), size);
      ahead <<= size;
      left -= size;
    }
    if (place === 0) {
      difference = value;
      table = ac;
      place = 1;
      last = 1;
      continue;
    }
    const steps = (entry >> 8) & 0x7f;
    if (steps === endOfBlock) {
      place = 64;
      break;
    }
    place += steps;
    last = place;
    store<i16>(block + load<u8>(zigzag + place - 1) * 2, <i16>value);
  }
  bits = ahead;
  count = left;
  next = from;
  return place === 64 ? last : -1;
}
