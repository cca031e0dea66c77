/**
 * The transforms of 4 × 4 blocks, two blocks that are side by side at once. A vector holds a row of both.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6386#section-14
 */

let row0: v128 = i16x8.splat(0);
let row1: v128 = i16x8.splat(0);
let row2: v128 = i16x8.splat(0);
let row3: v128 = i16x8.splat(0);

/** Exchanges rows and columns of both blocks. */
function transpose(): void {
  const a = v128.shuffle<i16>(row0, row1, 0, 8, 1, 9, 2, 10, 3, 11);
  const b = v128.shuffle<i16>(row0, row1, 4, 12, 5, 13, 6, 14, 7, 15);
  const c = v128.shuffle<i16>(row2, row3, 0, 8, 1, 9, 2, 10, 3, 11);
  const d = v128.shuffle<i16>(row2, row3, 4, 12, 5, 13, 6, 14, 7, 15);
  const firstA = v128.shuffle<i32>(a, c, 0, 4, 1, 5);
  const lastA = v128.shuffle<i32>(a, c, 2, 6, 3, 7);
  const firstB = v128.shuffle<i32>(b, d, 0, 4, 1, 5);
  const lastB = v128.shuffle<i32>(b, d, 2, 6, 3, 7);
  row0 = v128.shuffle<i64>(firstA, firstB, 0, 2);
  row1 = v128.shuffle<i64>(firstA, firstB, 1, 3);
  row2 = v128.shuffle<i64>(lastA, lastB, 0, 2);
  row3 = v128.shuffle<i64>(lastA, lastB, 1, 3);
}

/** √2 cos(π/8) and √2 sin(π/8) in units of 2⁻¹². */
const large: i16 = 5352;
const small: i16 = 2217;

/** Returns `a × x + b × y`, rounded and divided by a power of two, for each lane. */
function rotated(x: v128, y: v128, a: i16, b: i16, bits: i32): v128 {
  const weights = i16x8(a, b, a, b, a, b, a, b);
  const round = i32x4.splat(1 << (bits - 1));
  const low = i32x4.dot_i16x8_s(v128.shuffle<i16>(x, y, 0, 8, 1, 9, 2, 10, 3, 11), weights);
  const high = i32x4.dot_i16x8_s(v128.shuffle<i16>(x, y, 4, 12, 5, 13, 6, 14, 7, 15), weights);
  return i16x8.narrow_i32x4_s(
    i32x4.shr_s(i32x4.add(low, round), bits),
    i32x4.shr_s(i32x4.add(high, round), bits),
  );
}

/** Transforms two blocks of differences, in rows `stride` bytes apart, to 32 coefficients. */
export function forward(source: usize, predicted: usize, stride: usize, coefficients: usize): void {
  row0 = i16x8.sub(v128.load_ext<u8>(source), v128.load_ext<u8>(predicted));
  row1 = i16x8.sub(v128.load_ext<u8>(source + stride), v128.load_ext<u8>(predicted + stride));
  row2 = i16x8.sub(v128.load_ext<u8>(source + 2 * stride), v128.load_ext<u8>(predicted + 2 * stride));
  row3 = i16x8.sub(v128.load_ext<u8>(source + 3 * stride), v128.load_ext<u8>(predicted + 3 * stride));

  // The first pass keeps three more bits, which the second takes away.
  let sum = i16x8.add(row0, row3);
  let innerSum = i16x8.add(row1, row2);
  let innerDifference = i16x8.sub(row1, row2);
  let outerDifference = i16x8.sub(row0, row3);
  row0 = i16x8.shl(i16x8.add(sum, innerSum), 3);
  row1 = rotated(innerDifference, outerDifference, small, large, 9);
  row2 = i16x8.shl(i16x8.sub(sum, innerSum), 3);
  row3 = rotated(outerDifference, innerDifference, small, -large, 9);
  transpose();
  sum = i16x8.add(row0, row3);
  innerSum = i16x8.add(row1, row2);
  innerDifference = i16x8.sub(row1, row2);
  outerDifference = i16x8.sub(row0, row3);
  const round = i16x8.splat(7);
  row0 = i16x8.shr_s(i16x8.add(i16x8.add(sum, innerSum), round), 4);
  row1 = rotated(innerDifference, outerDifference, small, large, 16);
  row2 = i16x8.shr_s(i16x8.add(i16x8.sub(sum, innerSum), round), 4);
  row3 = rotated(outerDifference, innerDifference, small, -large, 16);
  transpose();

  v128.store(coefficients, v128.shuffle<i64>(row0, row1, 0, 2));
  v128.store(coefficients + 16, v128.shuffle<i64>(row2, row3, 0, 2));
  v128.store(coefficients + 32, v128.shuffle<i64>(row0, row1, 1, 3));
  v128.store(coefficients + 48, v128.shuffle<i64>(row2, row3, 1, 3));
}

/** Returns the upper 16 bits of each product. */
function highProduct(a: v128, factor: i16): v128 {
  const b = i16x8.splat(factor);
  return v128.shuffle<i16>(
    i32x4.extmul_low_i16x8_s(a, b),
    i32x4.extmul_high_i16x8_s(a, b),
    1,
    3,
    5,
    7,
    9,
    11,
    13,
    15,
  );
}

/** Multiplies by √2 cos(π/8), rounded as the format says. */
function timesLarge(a: v128): v128 {
  return i16x8.add(highProduct(a, 20091), a);
}

/** Multiplies by √2 sin(π/8). Its factor, 35 468, does not fit into 16 bits with a sign: 65 536 less does. */
function timesSmall(a: v128): v128 {
  return i16x8.add(highProduct(a, -30068), a);
}

function inversePass(): void {
  const a = i16x8.add(row0, row2);
  const b = i16x8.sub(row0, row2);
  const c = i16x8.sub(timesSmall(row1), timesLarge(row3));
  const d = i16x8.add(timesLarge(row1), timesSmall(row3));
  row0 = i16x8.add(a, d);
  row1 = i16x8.add(b, c);
  row2 = i16x8.sub(b, c);
  row3 = i16x8.sub(a, d);
}

function addTo(predicted: usize, decoded: usize, row: v128): void {
  const pixels = i16x8.add(v128.load_ext<u8>(predicted), i16x8.shr_s(row, 3));
  v128.store64_lane(decoded, i8x16.narrow_i16x8_u(pixels, pixels), 0);
}

/** Adds two blocks of coefficients to their prediction, exactly as every decoder does. */
export function inverse(coefficients: usize, predicted: usize, decoded: usize, stride: usize): void {
  const topA = v128.load(coefficients);
  const bottomA = v128.load(coefficients + 16);
  const topB = v128.load(coefficients + 32);
  const bottomB = v128.load(coefficients + 48);
  row0 = v128.shuffle<i64>(topA, topB, 0, 2);
  row1 = v128.shuffle<i64>(topA, topB, 1, 3);
  row2 = v128.shuffle<i64>(bottomA, bottomB, 0, 2);
  row3 = v128.shuffle<i64>(bottomA, bottomB, 1, 3);
  inversePass();
  transpose();
  row0 = i16x8.add(row0, i16x8.splat(4));
  inversePass();
  transpose();
  addTo(predicted, decoded, row0);
  addTo(predicted + stride, decoded + stride, row1);
  addTo(predicted + 2 * stride, decoded + 2 * stride, row2);
  addTo(predicted + 3 * stride, decoded + 3 * stride, row3);
}

/** Transforms the averages of 16 luma blocks, the first coefficient of each, to a block of their own. */
export function forwardAverages(luma: usize, averages: usize): void {
  for (let row: usize = 0; row < 4; row++) {
    const from = luma + row * 128;
    const first: i32 = load<i16>(from);
    const second: i32 = load<i16>(from, 32);
    const third: i32 = load<i16>(from, 64);
    const fourth: i32 = load<i16>(from, 96);
    const to = averages + row * 8;
    store<i16>(to, <i16>((first + second + third + fourth) >> 1));
    store<i16>(to, <i16>((first + second - third - fourth) >> 1), 2);
    store<i16>(to, <i16>((first - second - third + fourth) >> 1), 4);
    store<i16>(to, <i16>((first - second + third - fourth) >> 1), 6);
  }
  for (let column: usize = 0; column < 4; column++) {
    const at = averages + column * 2;
    const first: i32 = load<i16>(at);
    const second: i32 = load<i16>(at, 8);
    const third: i32 = load<i16>(at, 16);
    const fourth: i32 = load<i16>(at, 24);
    store<i16>(at, <i16>(first + second + third + fourth));
    store<i16>(at, <i16>(first + second - third - fourth), 8);
    store<i16>(at, <i16>(first - second - third + fourth), 16);
    store<i16>(at, <i16>(first - second + third - fourth), 24);
  }
}

/** Spreads a block of averages to the first coefficients of the luma blocks, exactly as every decoder does. */
export function inverseAverages(averages: usize, luma: usize): void {
  for (let column: usize = 0; column < 4; column++) {
    const at = averages + column * 2;
    const outerSum: i32 = <i32>load<i16>(at) + <i32>load<i16>(at, 24);
    const innerSum: i32 = <i32>load<i16>(at, 8) + <i32>load<i16>(at, 16);
    const innerDifference: i32 = <i32>load<i16>(at, 8) - <i32>load<i16>(at, 16);
    const outerDifference: i32 = <i32>load<i16>(at) - <i32>load<i16>(at, 24);
    store<i16>(at, <i16>(outerSum + innerSum));
    store<i16>(at, <i16>(outerDifference + innerDifference), 8);
    store<i16>(at, <i16>(outerSum - innerSum), 16);
    store<i16>(at, <i16>(outerDifference - innerDifference), 24);
  }
  for (let row: usize = 0; row < 4; row++) {
    const at = averages + row * 8;
    const rounded: i32 = <i32>load<i16>(at) + 3;
    const outerSum: i32 = rounded + <i32>load<i16>(at, 6);
    const innerSum: i32 = <i32>load<i16>(at, 2) + <i32>load<i16>(at, 4);
    const innerDifference: i32 = <i32>load<i16>(at, 2) - <i32>load<i16>(at, 4);
    const outerDifference: i32 = rounded - <i32>load<i16>(at, 6);
    const to = luma + row * 128;
    store<i16>(to, <i16>((outerSum + innerSum) >> 3));
    store<i16>(to, <i16>((outerDifference + innerDifference) >> 3), 32);
    store<i16>(to, <i16>((outerSum - innerSum) >> 3), 64);
    store<i16>(to, <i16>((outerDifference - innerDifference) >> 3), 96);
  }
}
