/** The colours of an image, numbered in the order of their first use. */
import { steps, stepsEnd } from './memory';

const maxColors: i32 = 256;
/** The colours in the order of their indices. */
export const palette = memory.data(1024, 4);

/** A hash table: for each slot, one more than the index of its colour; 0 if it is free. A quarter is used at most. */
const slots = memory.data(2048, 4);
const slotBits: i32 = 10;

let colorCount: i32 = 0;

/**
 * Replaces the colour of each literal step by its index, shifted to the left by `bit`. The first pixel of each colour is
 * a literal, so this does not need the pixels. Returns the number of colours, or 0 if there are more than 256: the steps
 * are then as before.
 */
export function indexColors(bit: i32): i32 {
  colorCount = 0;
  memory.fill(slots, 0, 2048);
  for (let step = steps; step < stepsEnd; step += 8)
    if (load<i32>(step) === 0 && indexOf(load<i32>(step, 4)) < 0) return 0;
  for (let step = steps; step < stepsEnd; step += 8)
    if (load<i32>(step) === 0) store<i32>(step, indexOf(load<i32>(step, 4)) << bit, 4);
  return colorCount;
}

/** Returns the index of a colour, which is added if it is new; -1 if there is no room for it. */
function indexOf(color: i32): i32 {
  let slot = (color * 0x9e3779b1) >>> (32 - slotBits);
  for (let used: i32 = load<u16>(slots + slot * 2); used !== 0; used = load<u16>(slots + slot * 2)) {
    if (load<i32>(palette + (used - 1) * 4) === color) return used - 1;
    slot = (slot + 1) & ((1 << slotBits) - 1);
  }
  if (colorCount === maxColors) return -1;
  store<i32>(palette + colorCount * 4, color);
  store<u16>(slots + slot * 2, ++colorCount);
  return colorCount - 1;
}
