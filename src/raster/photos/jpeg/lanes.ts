/** Rearranges the bytes of vectors. */

/** Returns the first 8 bytes of both, in turn. */
export function interleaveLow(a: v128, b: v128): v128 {
  return v128.shuffle<u8>(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}

/** Returns the last 8 bytes of both, in turn. */
export function interleaveHigh(a: v128, b: v128): v128 {
  return v128.shuffle<u8>(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
}

/** Reverses the bytes of each word of 32 bits. */
export function swapBytes(a: v128): v128 {
  return v128.shuffle<u8>(a, a, 3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12);
}
