import {
  averageBlock,
  blockModeCount,
  gradientBlock,
  horizontalBlock,
  horizontalDown,
  horizontalUp,
  leftDown,
  rightDown,
  verticalBlock,
  verticalLeft,
  verticalRight,
} from './block-modes';

/**
 * Predicts blocks of 4 × 4 pixels from those around them. A vector holds the 16 pixels of a block.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6386#section-12.3
 */

/**
 * The pixels around a block, counterclockwise: the last one to the left again, the four to the left from below, the corner,
 * eight above, and the last of those again.
 */
export const edge = memory.data(32, 16);

/** The predictions of a block, by mode. */
const predictions = memory.data(10 * 16, 16);

/** Every other mode has to be better than the average by the bits that it costs: sums of differences for about three bits. */
const modeCost: i32 = 14;

/**
 * Predicts a block in every mode. Returns the best mode; `lastDifference` is the sum of its differences.
 *
 * @param pixels address of the 16 pixels of the block
 */
export function predictBlock(pixels: usize): i32 {
  predictAll();
  const source = v128.load(pixels);
  let best = averageBlock;
  lastDifference = differenceOf(source, averageBlock);
  for (let mode = 1; mode < blockModeCount; mode++) {
    const difference = differenceOf(source, mode) + modeCost;
    if (difference < lastDifference) {
      best = mode;
      lastDifference = difference;
    }
  }
  return best;
}

export let lastDifference: i32 = 0;

/** Returns the address of a prediction. */
export function predictionOf(mode: i32): usize {
  return predictions + mode * 16;
}

function differenceOf(source: v128, mode: i32): i32 {
  const prediction = v128.load(predictionOf(mode));
  const differences = v128.or(i8x16.sub_sat_u(source, prediction), i8x16.sub_sat_u(prediction, source));
  const four = i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(differences));
  const two = i32x4.add(four, v128.shuffle<i32>(four, four, 2, 3, 0, 1));
  return i32x4.extract_lane(two, 0) + i32x4.extract_lane(two, 1);
}

function keep(mode: i32, pixels: v128): void {
  v128.store(predictionOf(mode), pixels);
}

function predictAll(): void {
  const pixels = v128.load(edge, 1);
  const before = v128.load(edge);
  const after = v128.load(edge, 2);
  // (a + 2 b + c + 2) / 4 of three neighbours, and (b + c + 1) / 2 of two.
  const rounding = v128.and(v128.xor(before, after), i8x16.splat(1));
  const three = i8x16.avgr_u(pixels, i8x16.sub(i8x16.avgr_u(before, after), rounding));
  const lowest = i8x16.extract_lane_u(pixels, 0);
  const two = i8x16.replace_lane(i8x16.avgr_u(pixels, after), 15, lowest);

  keep(verticalBlock, v128.shuffle<i8>(three, three, 5, 6, 7, 8, 5, 6, 7, 8, 5, 6, 7, 8, 5, 6, 7, 8));
  keep(horizontalBlock, v128.shuffle<i8>(three, three, 3, 3, 3, 3, 2, 2, 2, 2, 1, 1, 1, 1, 0, 0, 0, 0));
  keep(leftDown, v128.shuffle<i8>(three, three, 6, 7, 8, 9, 7, 8, 9, 10, 8, 9, 10, 11, 9, 10, 11, 12));
  keep(rightDown, v128.shuffle<i8>(three, three, 4, 5, 6, 7, 3, 4, 5, 6, 2, 3, 4, 5, 1, 2, 3, 4));
  keep(verticalRight, v128.shuffle<i8>(two, three, 4, 5, 6, 7, 20, 21, 22, 23, 19, 4, 5, 6, 18, 20, 21, 22));
  keep(verticalLeft, v128.shuffle<i8>(two, three, 5, 6, 7, 8, 22, 23, 24, 25, 6, 7, 8, 26, 23, 24, 25, 27));
  keep(horizontalDown, v128.shuffle<i8>(two, three, 3, 20, 21, 22, 2, 19, 3, 20, 1, 18, 2, 19, 0, 17, 1, 18));
  keep(horizontalUp, v128.shuffle<i8>(two, three, 2, 18, 1, 17, 1, 17, 0, 16, 0, 16, 15, 15, 15, 15, 15, 15));

  let sum: i32 = 4;
  for (let place: usize = 0; place < 4; place++)
    sum += <i32>load<u8>(edge + 1 + place) + <i32>load<u8>(edge + 6 + place);
  keep(averageBlock, i8x16.splat(<i8>(sum >> 3)));

  const above = v128.load_ext<u8>(edge, 6);
  const corner: i32 = load<u8>(edge, 5);
  const first = gradientRow(above, 4, corner);
  const second = gradientRow(above, 3, corner);
  const third = gradientRow(above, 2, corner);
  const fourth = gradientRow(above, 1, corner);
  keep(
    gradientBlock,
    i8x16.narrow_i16x8_u(v128.shuffle<i64>(first, second, 0, 2), v128.shuffle<i64>(third, fourth, 0, 2)),
  );
}

/** @param place of the pixel to the left, in `edge` */
function gradientRow(above: v128, place: usize, corner: i32): v128 {
  return i16x8.add(above, i16x8.splat(<i16>(<i32>load<u8>(edge + place) - corner)));
}
