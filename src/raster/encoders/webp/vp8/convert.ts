import { sourceU, sourceV, sourceY } from './memory';

/**
 * Converts pixels to luma and chroma in the range of BT.601, as decoders of WebP expect. Weights are in units of 2⁻¹⁵; the
 * chroma of four pixels comes from their sum.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6386#section-9.2
 */

const lumaBits: i32 = 15;
const chromaBits: i32 = 17;

function lumaWeights(): v128 {
  return i16x8(8420, 16530, 3210, 0, 8420, 16530, 3210, 0);
}

function uWeights(): v128 {
  return i16x8(-4860, -9540, 14400, 0, -4860, -9540, 14400, 0);
}

function vWeights(): v128 {
  return i16x8(14400, -12058, -2342, 0, 14400, -12058, -2342, 0);
}

/** Returns whether a macroblock of RGBA pixels, in rows `stride` bytes apart, has one colour. */
export function isFlat(pixels: usize, stride: usize): bool {
  const first = v128.load32_splat(pixels);
  let different = i64x2.splat(0);
  for (let row = 0; row < 16; row++) {
    const at = pixels + <usize>row * stride;
    different = v128.or(different, v128.xor(v128.load(at), first));
    different = v128.or(different, v128.xor(v128.load(at, 16), first));
    different = v128.or(different, v128.xor(v128.load(at, 32), first));
    different = v128.or(different, v128.xor(v128.load(at, 48), first));
    if (v128.any_true(different)) return false;
  }
  return true;
}

/** Converts a macroblock of RGBA pixels, in rows `stride` bytes apart, to the source planes. */
export function convert(pixels: usize, stride: usize): void {
  for (let row = 0; row < 16; row += 2) {
    const upper = pixels + <usize>row * stride;
    const lower = upper + stride;
    v128.store(sourceY + row * 16, lumaOf16(upper));
    v128.store(sourceY + row * 16 + 16, lumaOf16(lower));
    const first = sumsOf(upper, lower, 0);
    const second = sumsOf(upper, lower, 16);
    const third = sumsOf(upper, lower, 32);
    const fourth = sumsOf(upper, lower, 48);
    v128.store64_lane(sourceU + row * 4, chromaOf8(first, second, third, fourth, uWeights()), 0);
    v128.store64_lane(sourceV + row * 4, chromaOf8(first, second, third, fourth, vWeights()), 0);
  }
}

function lumaOf16(pixels: usize): v128 {
  return i8x16.narrow_i16x8_u(
    i16x8.narrow_i32x4_s(lumaOf4(v128.load(pixels)), lumaOf4(v128.load(pixels, 16))),
    i16x8.narrow_i32x4_s(lumaOf4(v128.load(pixels, 32)), lumaOf4(v128.load(pixels, 48))),
  );
}

function lumaOf4(pixels: v128): v128 {
  const sums = pairSums(
    i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_u(pixels), lumaWeights()),
    i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_u(pixels), lumaWeights()),
  );
  const offset = i32x4.splat((16 << lumaBits) + (1 << (lumaBits - 1)));
  return i32x4.shr_s(i32x4.add(sums, offset), lumaBits);
}

/** Returns the sums of each channel over two squares of 2 × 2 pixels. */
function sumsOf(upper: usize, lower: usize, offset: usize): v128 {
  const above = v128.load(upper + offset);
  const below = v128.load(lower + offset);
  const left = i16x8.add(i16x8.extend_low_i8x16_u(above), i16x8.extend_low_i8x16_u(below));
  const right = i16x8.add(i16x8.extend_high_i8x16_u(above), i16x8.extend_high_i8x16_u(below));
  return i16x8.add(v128.shuffle<i64>(left, right, 0, 2), v128.shuffle<i64>(left, right, 1, 3));
}

function chromaOf8(first: v128, second: v128, third: v128, fourth: v128, weights: v128): v128 {
  const left = pairSums(i32x4.dot_i16x8_s(first, weights), i32x4.dot_i16x8_s(second, weights));
  const right = pairSums(i32x4.dot_i16x8_s(third, weights), i32x4.dot_i16x8_s(fourth, weights));
  const offset = i32x4.splat((128 << chromaBits) + (1 << (chromaBits - 1)));
  const words = i16x8.narrow_i32x4_s(
    i32x4.shr_s(i32x4.add(left, offset), chromaBits),
    i32x4.shr_s(i32x4.add(right, offset), chromaBits),
  );
  return i8x16.narrow_i16x8_u(words, words);
}

/** Adds the lanes 0 and 1, 2 and 3 of two vectors. */
function pairSums(a: v128, b: v128): v128 {
  return i32x4.add(v128.shuffle<i32>(a, b, 0, 2, 4, 6), v128.shuffle<i32>(a, b, 1, 3, 5, 7));
}
