/**
 * Predicts the pixels of a macroblock from those above it and to its left, by the mode with the smallest sum of differences.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6386#section-12
 */
import {
  cornerU,
  cornerV,
  cornerY,
  leftU,
  leftV,
  leftY,
  predictedU,
  predictedV,
  predictedY,
  sourceU,
  sourceV,
  sourceY,
} from './memory';

export const averageMode: i32 = 0;
export const verticalMode: i32 = 1;
export const horizontalMode: i32 = 2;
export const gradientMode: i32 = 3;

/** The average has the shortest code; another mode has to be better by this much. */
const averageBonus: i32 = 8;

let hasAbove: bool = false;
let hasLeft: bool = false;

/** Says which neighbours the next macroblocks have. */
export function setNeighbours(above: bool, left: bool): void {
  hasAbove = above;
  hasLeft = left;
}

function difference(a: v128, b: v128): v128 {
  return i16x8.extadd_pairwise_i8x16_u(v128.or(i8x16.sub_sat_u(a, b), i8x16.sub_sat_u(b, a)));
}

function total(sums: v128): i32 {
  const four = i32x4.extadd_pairwise_i16x8_u(sums);
  return (
    i32x4.extract_lane(four, 0) +
    i32x4.extract_lane(four, 1) +
    i32x4.extract_lane(four, 2) +
    i32x4.extract_lane(four, 3)
  );
}

function sumOf(bytes: v128): i32 {
  return total(i16x8.extadd_pairwise_i8x16_u(bytes));
}

function averageOf(above: i32, left: i32, sizeBits: i32): i32 {
  if (hasAbove && hasLeft) return (above + left + (1 << sizeBits)) >> (sizeBits + 1);
  const half: i32 = (1 << sizeBits) >> 1;
  if (hasAbove) return (above + half) >> sizeBits;
  return hasLeft ? (left + half) >> sizeBits : 128;
}

/** The sum of the differences of the mode that was chosen last. */
export let lastDifference: i32 = 0;

function bestOf(average: i32, vertical: i32, horizontal: i32, gradient: i32): i32 {
  let mode = averageMode;
  let best = average - averageBonus;
  if (vertical < best) {
    mode = verticalMode;
    best = vertical;
  }
  if (horizontal < best) {
    mode = horizontalMode;
    best = horizontal;
  }
  lastDifference = min(best, gradient);
  return gradient < best ? gradientMode : mode;
}

/** Returns 16 pixels of a gradient: those above, changed by as much as the pixel to the left differs from the corner. */
function gradient16(low: v128, high: v128, change: i32): v128 {
  const step = i16x8.splat(<i16>change);
  return i8x16.narrow_i16x8_u(i16x8.add(low, step), i16x8.add(high, step));
}

/** Predicts luma from the 16 pixels at `border` above, and returns the mode. */
export function predictLuma(border: usize): i32 {
  const above = v128.load(border);
  const low = i16x8.extend_low_i8x16_u(above);
  const high = i16x8.extend_high_i8x16_u(above);
  const corner: i32 = load<u8>(cornerY);
  const average = i8x16.splat(<i8>averageOf(sumOf(above), sumOf(v128.load(leftY)), 4));
  let averageSums = i16x8.splat(0);
  let verticalSums = i16x8.splat(0);
  let horizontalSums = i16x8.splat(0);
  let gradientSums = i16x8.splat(0);
  for (let row = 0; row < 16; row++) {
    const pixels = v128.load(sourceY + row * 16);
    const left: i32 = load<u8>(leftY + row);
    averageSums = i16x8.add(averageSums, difference(pixels, average));
    verticalSums = i16x8.add(verticalSums, difference(pixels, above));
    horizontalSums = i16x8.add(horizontalSums, difference(pixels, i8x16.splat(<i8>left)));
    gradientSums = i16x8.add(gradientSums, difference(pixels, gradient16(low, high, left - corner)));
  }
  const mode = bestOf(total(averageSums), total(verticalSums), total(horizontalSums), total(gradientSums));
  for (let row = 0; row < 16; row++) {
    const left: i32 = load<u8>(leftY + row);
    let pixels = average;
    if (mode === verticalMode) pixels = above;
    else if (mode === horizontalMode) pixels = i8x16.splat(<i8>left);
    else if (mode === gradientMode) pixels = gradient16(low, high, left - corner);
    v128.store(predictedY + row * 16, pixels);
  }
  return mode;
}

/** Returns two rows of 8 pixels of a mode. */
function chromaRows(mode: i32, row: i32, border: usize, left: usize, corner: usize, average: v128): v128 {
  if (mode === averageMode) return average;
  if (mode === verticalMode) return v128.load64_splat(border);
  const first: i32 = load<u8>(left + row);
  const second: i32 = load<u8>(left + row + 1);
  if (mode === horizontalMode)
    return v128.shuffle<i64>(i8x16.splat(<i8>first), i8x16.splat(<i8>second), 0, 2);
  const start: i32 = load<u8>(corner);
  const above = v128.load_ext<u8>(border);
  return i8x16.narrow_i16x8_u(
    i16x8.add(above, i16x8.splat(<i16>(first - start))),
    i16x8.add(above, i16x8.splat(<i16>(second - start))),
  );
}

function chromaAverage(border: usize, left: usize): v128 {
  return i8x16.splat(<i8>averageOf(sumOf(v128.load64_zero(border)), sumOf(v128.load64_zero(left)), 3));
}

function chromaDifference(mode: i32, borderU: usize, borderV: usize, averageU: v128, averageV: v128): i32 {
  let sums = i16x8.splat(0);
  for (let row = 0; row < 8; row += 2) {
    const u = chromaRows(mode, row, borderU, leftU, cornerU, averageU);
    const v = chromaRows(mode, row, borderV, leftV, cornerV, averageV);
    sums = i16x8.add(sums, difference(v128.load(sourceU + row * 8), u));
    sums = i16x8.add(sums, difference(v128.load(sourceV + row * 8), v));
  }
  return total(sums);
}

/** Predicts both planes of chroma by one mode, from the 8 pixels above each, and returns the mode. */
export function predictChroma(borderU: usize, borderV: usize): i32 {
  const averageU = chromaAverage(borderU, leftU);
  const averageV = chromaAverage(borderV, leftV);
  const mode = bestOf(
    chromaDifference(averageMode, borderU, borderV, averageU, averageV),
    chromaDifference(verticalMode, borderU, borderV, averageU, averageV),
    chromaDifference(horizontalMode, borderU, borderV, averageU, averageV),
    chromaDifference(gradientMode, borderU, borderV, averageU, averageV),
  );
  for (let row = 0; row < 8; row += 2) {
    v128.store(predictedU + row * 8, chromaRows(mode, row, borderU, leftU, cornerU, averageU));
    v128.store(predictedV + row * 8, chromaRows(mode, row, borderV, leftV, cornerV, averageV));
  }
  return mode;
}
