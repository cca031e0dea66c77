/**
 * What lies in memory: the pixels, the steps through them, the symbols of the steps, then what is written. Each part
 * begins where the one before ends, once that is complete.
 */

/** The image, 32 bits a pixel. */
export let pixels: usize = 0;
export let pixelCount: i32 = 0;

/** The steps: the length of a copy and its distance in pixels, or 0 and the colour of a literal pixel, 32 bits each. */
export let steps: usize = 0;
export let stepsEnd: usize = 0;
/** The address up to which there is room for steps. */
let room: usize = 0;

const roomAtOnce: usize = 1 << 16;

/** Makes room up to an address. */
export function reserve(address: usize): void {
  const missing = <i32>(address >> 16) + 1 - memory.size();
  if (missing > 0 && memory.grow(missing) < 0) unreachable();
}

/** Makes room for an image, and some bytes that are read beyond its end. */
export function beginImage(count: i32): void {
  pixels = (__heap_base + 15) & ~15;
  pixelCount = count;
  steps = pixels + count * 4 + 64;
  stepsEnd = steps;
  room = steps;
  reserve(steps);
}

export function addStep(length: i32, value: i32): void {
  if (stepsEnd === room) {
    room += roomAtOnce;
    reserve(room);
  }
  store<i32>(stepsEnd, length);
  store<i32>(stepsEnd, value, 4);
  stepsEnd += 8;
}
