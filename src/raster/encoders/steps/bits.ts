/** Writes numbers bit by bit, the least significant first. */
import { reserve } from './memory';

export let written: usize = 0;
let end: usize = 0;
/** The last bits, which do not fill four bytes yet, and how many. */
let held: u64 = 0;
let heldBits: i32 = 0;

export function beginBits(address: usize): void {
  written = address;
  end = address;
  held = 0;
  heldBits = 0;
}

/** Makes room for so many more bytes. */
export function expect(bytes: i32): void {
  reserve(end + bytes + 16);
}

/** Appends the lowest `bits` (0 to 32) of a number; its other bits must be zero. There is room: see `expect`. */
export function append(value: i32, bits: i32): void {
  held |= (<u64>(<u32>value)) << heldBits;
  heldBits += bits;
  if (heldBits < 32) return;
  store<u32>(end, <u32>held);
  end += 4;
  held >>= 32;
  heldBits -= 32;
}

/** Writes all bits, and zeros up to a whole byte. Returns the number of bytes. */
export function finish(): i32 {
  store<u64>(end, held);
  end += (heldBits + 7) >> 3;
  held = 0;
  heldBits = 0;
  return <i32>(end - written);
}
