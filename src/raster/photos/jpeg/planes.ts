/** Planes of bytes: as many chroma as luma, rows and columns exchanged, and colours. */
import { interleaveHigh, interleaveLow } from './lanes';

/** Blended rows, 16 bits a pixel, with one more at each end. */
let blended: usize = 0;

/**
 * Doubles the rows, or the pixels in each row, or both, as the encoders' averages want it: a pixel is three quarters of
 * the nearest and a quarter of the next. `rows` and `width` are those of the result.
 */
export function enlarge(
  from: usize,
  stride: i32,
  doublesRows: bool,
  doublesWidth: bool,
  to: usize,
  toStride: i32,
  rows: i32,
  width: i32,
  room: usize,
): void {
  blended = room + 16;
  const lastRow = (rows - 1) >> <i32>doublesRows;
  const last = (width - 1) >> <i32>doublesWidth;
  const shift = 2 * (<i32>doublesRows + <i32>doublesWidth);
  for (let row = 0; row < rows; row++) {
    const near = doublesRows ? row >> 1 : row;
    const next = doublesRows ? max(0, min(lastRow, row & 1 ? near + 1 : near - 1)) : near;
    const target = to + row * toStride;
    blend(from + near * stride, from + next * stride, last + 1, doublesRows);
    store<i16>(blended - 2, load<i16>(blended));
    store<i16>(blended + (last + 1) * 2, load<i16>(blended + last * 2));
    if (doublesWidth) doubleRow(target, last + 1, shift);
    else narrowRow(target, width, shift);
  }
}

function blend(near: usize, next: usize, width: i32, doublesRows: bool): void {
  const three = i16x8.splat(doublesRows ? 3 : 1);
  const one = i16x8.splat(doublesRows ? 1 : 0);
  for (let at = 0; at < width; at += 8) {
    const main = i16x8.mul(v128.load_ext<u8>(near + at), three);
    v128.store(blended + at * 2, i16x8.add(main, i16x8.mul(v128.load_ext<u8>(next + at), one)));
  }
}

function doubleRow(to: usize, width: i32, shift: i32): void {
  const half: i32 = 1 << (shift - 1);
  const round = i16x8.splat(<i16>half);
  for (let at = 0; at < width; at += 8) {
    const from = blended + at * 2;
    const main = i16x8.add(i16x8.mul(v128.load(from), i16x8.splat(3)), round);
    const even = i16x8.shr_u(i16x8.add(main, v128.load(from - 2)), shift);
    const odd = i16x8.shr_u(i16x8.add(main, v128.load(from + 2)), shift);
    v128.store(to + at * 2, v128.or(even, i16x8.shl(odd, 8)));
  }
}

function narrowRow(to: usize, width: i32, shift: i32): void {
  const half: i32 = 1 << (shift - 1);
  const round = i16x8.splat(<i16>half);
  for (let at = 0; at < width; at += 8) {
    const words = i16x8.shr_u(i16x8.add(v128.load(blended + at * 2), round), shift);
    v128.store64_lane(to + at, i8x16.narrow_i16x8_u(words, words), 0);
  }
}

/** Exchanges rows and columns. Both strides are multiples of 8, and whole multiples are read and written. */
export function transposed(from: usize, stride: i32, rows: i32, width: i32, to: usize, toStride: i32): void {
  for (let row = 0; row < rows; row += 8)
    for (let column = 0; column < width; column += 8)
      transposeBlock(from + row * stride + column, stride, to + column * toStride + row, toStride);
}

function transposeBlock(from: usize, stride: i32, to: usize, toStride: i32): void {
  const ab = interleaveLow(v128.load64_zero(from), v128.load64_zero(from + stride));
  const cd = interleaveLow(v128.load64_zero(from + stride * 2), v128.load64_zero(from + stride * 3));
  const ef = interleaveLow(v128.load64_zero(from + stride * 4), v128.load64_zero(from + stride * 5));
  const gh = interleaveLow(v128.load64_zero(from + stride * 6), v128.load64_zero(from + stride * 7));
  const abcd0 = v128.shuffle<i16>(ab, cd, 0, 8, 1, 9, 2, 10, 3, 11);
  const abcd4 = v128.shuffle<i16>(ab, cd, 4, 12, 5, 13, 6, 14, 7, 15);
  const efgh0 = v128.shuffle<i16>(ef, gh, 0, 8, 1, 9, 2, 10, 3, 11);
  const efgh4 = v128.shuffle<i16>(ef, gh, 4, 12, 5, 13, 6, 14, 7, 15);
  storeTwo(v128.shuffle<i32>(abcd0, efgh0, 0, 4, 1, 5), to, toStride);
  storeTwo(v128.shuffle<i32>(abcd0, efgh0, 2, 6, 3, 7), to + toStride * 2, toStride);
  storeTwo(v128.shuffle<i32>(abcd4, efgh4, 0, 4, 1, 5), to + toStride * 4, toStride);
  storeTwo(v128.shuffle<i32>(abcd4, efgh4, 2, 6, 3, 7), to + toStride * 6, toStride);
}

function storeTwo(rows: v128, to: usize, stride: i32): void {
  v128.store64_lane(to, rows, 0);
  v128.store64_lane(to + stride, rows, 1);
}

/** Converts a row of YCbCr to opaque RGBA, in steps of 8 pixels. @see https://www.w3.org/Graphics/JPEG/jfif3.pdf */
export function convertRow(y: usize, cb: usize, cr: usize, width: i32, to: usize): void {
  const centre = i16x8.splat(128);
  for (let at = 0; at < width; at += 8) {
    const luma = v128.load_ext<u8>(y + at);
    const blueness = i16x8.sub(v128.load_ext<u8>(cb + at), centre);
    const redness = i16x8.sub(v128.load_ext<u8>(cr + at), centre);
    // Fractions in units of 2⁻¹⁵: 1.402 Cr, 1.772 Cb, and 0.344136 Cb + 0.714136 Cr with 7 more bits.
    const red = i16x8.add(i16x8.add(luma, redness), i16x8.q15mulr_sat_s(redness, i16x8.splat(13173)));
    const doubled = i16x8.add(blueness, blueness);
    const blue = i16x8.add(i16x8.add(luma, doubled), i16x8.q15mulr_sat_s(blueness, i16x8.splat(-7471)));
    const less = i16x8.add(
      i16x8.q15mulr_sat_s(i16x8.shl(blueness, 7), i16x8.splat(11277)),
      i16x8.q15mulr_sat_s(i16x8.shl(redness, 7), i16x8.splat(23401)),
    );
    const green = i16x8.sub(luma, i16x8.shr_s(i16x8.add(less, i16x8.splat(64)), 7));
    const redBlue = i8x16.narrow_i16x8_u(red, blue);
    const greenAlpha = i8x16.narrow_i16x8_u(green, i16x8.splat(255));
    const redGreen = interleaveLow(redBlue, greenAlpha);
    const blueAlpha = interleaveHigh(redBlue, greenAlpha);
    v128.store(to + at * 4, v128.shuffle<i16>(redGreen, blueAlpha, 0, 8, 1, 9, 2, 10, 3, 11));
    v128.store(to + at * 4, v128.shuffle<i16>(redGreen, blueAlpha, 4, 12, 5, 13, 6, 14, 7, 15), 16);
  }
}
