/**
 * Reduces the rows of a plane with a Lanczos kernel of 3 lobes, which is as sharp as the general decoder's.
 */
import { interleaveHigh, interleaveLow } from './lanes';

/** The kernel from 0 to 3, in steps. */
const steps: i32 = 512;
const lobes: i32 = 3;
const kernel = memory.data((512 * 3 + 1) * 4, 4);

for (let at = 0; at <= steps * lobes; at++) {
  const x = (NativeMath.PI * at) / steps;
  const value = at === 0 ? 1 : (lobes * NativeMath.sin(x) * NativeMath.sin(x / lobes)) / (x * x);
  store<f32>(kernel + at * 4, <f32>value);
}

/** The sum of a row's weights, as a power of 2. */
const weightBits: i32 = 14;

/** For each row of the result, the first row that it is made of, as 32 bits, and a weight of 16 bits for each. */
let weights: usize = 0;
let taps: i32 = 0;

/** Returns the number of bytes for the weights of `count` rows. */
export function weightBytes(from: i32, whole: i32, count: i32): i32 {
  return count * (4 + tapsOf(from, whole) * 2);
}

/** Returns an even number of rows, which reach 3 lobes in both directions. */
function tapsOf(from: i32, whole: i32): i32 {
  return (<i32>Math.ceil((2.0 * lobes * from) / whole) + 2) & ~1;
}

/** Sets the weights for `count` rows from `first` on, of `whole` rows that `from` rows are reduced to. */
export function setWeights(at: usize, from: i32, whole: i32, first: i32, count: i32): void {
  weights = at;
  taps = tapsOf(from, whole);
  const ratio = <f32>from / <f32>whole;
  for (let row = 0; row < count; row++) {
    const centre = (<f32>(row + first) + 0.5) * ratio - 0.5;
    setRow(at + row * (4 + taps * 2), centre, ratio, from);
  }
}

function setRow(at: usize, centre: f32, ratio: f32, from: i32): void {
  const start = <i32>Math.ceil(centre - <f32>lobes * ratio);
  const end = <i32>Math.floor(centre + <f32>lobes * ratio);
  const first = max(0, min(start, from - taps));
  let sum: f32 = 0;
  for (let source = start; source <= end; source++) sum += kernelAt(<f32>source - centre, ratio);
  store<i32>(at, first);
  memory.fill(at + 4, 0, taps * 2);
  let left = 1 << weightBits;
  let largest = at + 4;
  for (let source = start; source <= end; source++) {
    const weight = <i32>Math.round((kernelAt(<f32>source - centre, ratio) / sum) * <f32>(1 << weightBits));
    // The first and the last row continue beyond the edges.
    const to = at + 4 + (max(0, min(source, from - 1)) - first) * 2;
    store<i16>(to, <i16>(load<i16>(to) + weight));
    left -= weight;
    if (load<i16>(to) > load<i16>(largest)) largest = to;
  }
  store<i16>(largest, <i16>(load<i16>(largest) + left));
}

function kernelAt(distance: f32, ratio: f32): f32 {
  const at = <i32>((abs(distance) / ratio) * <f32>steps + 0.5);
  return at > steps * lobes ? 0 : load<f32>(kernel + at * 4);
}

/** Writes `count` rows of `width` bytes, and up to 15 more, with the weights that are set. */
export function reduceRows(from: usize, stride: i32, width: i32, to: usize, toStride: i32, count: i32): void {
  for (let row = 0; row < count; row++) {
    const own = weights + row * (4 + taps * 2);
    const source = from + load<i32>(own) * stride;
    for (let at = 0; at < width; at += 16)
      reduceColumns(source + at, stride, own + 4, to + row * toStride + at);
  }
}

/** Reduces 16 columns to a row of 16 bytes, two rows at a time. */
function reduceColumns(source: usize, stride: i32, own: usize, to: usize): void {
  let sum0 = i32x4.splat(1 << (weightBits - 1));
  let sum1 = sum0;
  let sum2 = sum0;
  let sum3 = sum0;
  let at = source;
  for (let tap = 0; tap < taps; tap += 2) {
    const first = v128.load(at);
    const second = v128.load(at + stride);
    at += stride * 2;
    const pair = v128.load_splat<i32>(own + tap * 2);
    const low = interleaveLow(first, second);
    const high = interleaveHigh(first, second);
    sum0 = i32x4.add(sum0, i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_u(low), pair));
    sum1 = i32x4.add(sum1, i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_u(low), pair));
    sum2 = i32x4.add(sum2, i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_u(high), pair));
    sum3 = i32x4.add(sum3, i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_u(high), pair));
  }
  const low = i16x8.narrow_i32x4_s(i32x4.shr_s(sum0, weightBits), i32x4.shr_s(sum1, weightBits));
  const high = i16x8.narrow_i32x4_s(i32x4.shr_s(sum2, weightBits), i32x4.shr_s(sum3, weightBits));
  v128.store(to, i8x16.narrow_i16x8_u(low, high));
}
