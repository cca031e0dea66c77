/**
 * The arithmetic coder of bits.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6386#section-7
 */

/** Marks a token whose lower bits are a probability, not the number of one. */
export const isFixed: i32 = 1 << 14;
/** The place of the bit in a token. */
export const bitPlace: i32 = 15;

let start: usize = 0;
let end: usize = 0;
/** Bytes of 255 that a carry may still change. */
let held: i32 = 0;

/**
 * Writes the bits of the tokens at `from` to `to`, of 16 bits each, to the bytes at `output`. Returns the address after them.
 *
 * @param probabilities by number: that a bit is 0, in units of 1/256
 */
export function writeBits(from: usize, to: usize, probabilities: usize, output: usize): usize {
  start = output;
  end = output;
  held = 0;
  // One less than the range of the coder: 127 to 254 between bits.
  let range: i32 = 254;
  let value: i32 = 0;
  // The bits of `value` that are complete, less eight.
  let pending: i32 = -8;
  for (let at = from; at < to; at += 2) {
    const token: i32 = load<u16>(at);
    const rest = token & (isFixed - 1);
    const probability: i32 = token & isFixed ? rest : load<u8>(probabilities + rest);
    const split = (range * probability) >> 8;
    if (token >> bitPlace) {
      value += split + 1;
      range -= split + 1;
    } else {
      range = split;
    }
    const shift = clz<u32>(range + 1) - 24;
    range = ((range + 1) << shift) - 1;
    value <<= shift;
    pending += shift;
    if (pending > 0) {
      put(value >> (8 + pending));
      value &= (256 << pending) - 1;
      pending -= 8;
    }
  }
  // All bits of the value, and some of zero.
  value <<= -pending;
  put(value >> 8);
  put(value & 255);
  put(0);
  return end;
}

/** Writes a byte, with a carry in bit 8. */
function put(byte: i32): void {
  if ((byte & 255) === 255) {
    held++;
    return;
  }
  const carry = byte >> 8;
  if (carry && end > start) store<u8>(end - 1, load<u8>(end - 1) + 1);
  for (; held > 0; held--) store<u8>(end++, <u8>(carry ? 0 : 255));
  store<u8>(end++, <u8>byte);
}
