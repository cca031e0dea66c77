/**
 * Finds repetitions in pixels (LZ77): each step is a literal pixel or a copy of earlier pixels. Flat images repeat
 * nearly everything: the pixel to the left, the row above, and earlier glyphs.
 */
import { addStep, pixelCount, pixels } from './memory';

/**
 * In WebP, a distant copy costs about 27 bits, against 9 for one from the left or above and 6 for a literal pixel; the
 * ratios in PNG are similar. So it must have at least this length, and be longer than a near copy by this much.
 */
const minFar: i32 = 9;
const moreFar: i32 = 7;
/** A copy of this length is used at once; a shorter one is compared with that of the next pixel. */
const long: i32 = 32;
/**
 * Number of pixels in a hash, and bits of a hash. Nearly as many pixels as the shortest distant copy: the one place that
 * is stored for a hash is then mostly worth its look.
 */
const hashPixels: i32 = 8;
const hashBits: i32 = 15;
/** Of copies longer than `maxRemembered`, only the last pixels are hashed: the rest can be found in the original. */
const maxRemembered: i32 = 16;
const lastRemembered: i32 = 4;

/** The latest place of each hash; -1 if there is none. */
const places = memory.data(4 << 15, 16);

let width: i32 = 0;
let maxLength: i32 = 0;
let maxDistance: i32 = 0;

/** The best copy for the pixels from the last place on that `find` was called for; its length is 0 if there is none. */
let bestLength: i32 = 0;
let bestDistance: i32 = 0;

/**
 * Finds the steps of an image whose rows have `imageWidth` pixels, at most as far apart as `distance`. Copies have `min`
 * to `max` pixels. O(pixels).
 */
export function findSteps(imageWidth: i32, min: i32, max: i32, distance: i32): void {
  width = imageWidth;
  maxLength = max;
  maxDistance = distance;
  memory.fill(places, 0xff, 4 << hashBits);
  bestLength = 0;
  let at = 0;
  while (at < pixelCount) {
    const length = bestLength;
    const distance = bestDistance;
    remember(at, at + 1);
    if (length < long) {
      find(at + 1);
      if (length < min || bestLength > length + 1) {
        addStep(0, load<i32>(pixels + at * 4));
        at++;
        continue;
      }
    }
    addStep(length, distance);
    const end = at + length;
    remember(length > maxRemembered ? end - lastRemembered : at + 1, end);
    find(end);
    at = end;
  }
}

/** Finds the best copy for the pixels from `at` on. */
function find(at: i32): void {
  const end = min(pixelCount, at + maxLength);
  const above = repeatedPixels(at, end, width, 1);
  const left = above < long ? repeatedPixels(at, end, 1, 1) : 0;
  const isAbove = above >= left;
  bestLength = isAbove ? above : left;
  bestDistance = isAbove ? width : 1;
  if (bestLength >= long || at + hashPixels > pixelCount) return;
  const place = load<i32>(places + hash(at) * 4);
  if (place < max(0, at - maxDistance)) return;
  const least = max(minFar, bestLength + moreFar);
  const repeated = repeatedPixels(at, end, at - place, least);
  if (repeated < least) return;
  bestLength = repeated;
  bestDistance = at - place;
}

/** Stores the places from `first` to before `end`. */
function remember(first: i32, end: i32): void {
  const last = min(end, pixelCount - hashPixels + 1);
  for (let at = first; at < last; at++) store<i32>(places + hash(at) * 4, at);
}

/**
 * Returns the number of pixels from `at` to before `end` that equal those `distance` before them; 0 if fewer than
 * `least`.
 */
function repeatedPixels(at: i32, end: i32, distance: i32, least: i32): i32 {
  const last = pixels + (at + least - 1) * 4;
  const back: usize = distance * 4;
  if (distance > at || at + least > end || load<i32>(last) !== load<i32>(last - back)) return 0;
  const start = pixels + at * 4;
  const stop = pixels + end * 4;
  let place = start;
  while (place < stop) {
    const same = i32x4.eq(v128.load(place), v128.load(place - back));
    if (!i32x4.all_true(same)) {
      place += ctz(~i32x4.bitmask(same)) * 4;
      break;
    }
    place += 16;
  }
  return <i32>(min(place, stop) - start) >> 2;
}

/** Hashes the pixels from `at` on to a number of `hashBits` bits. Each pixel has an odd factor of its own. */
function hash(at: i32): i32 {
  const from = pixels + at * 4;
  const first = i32x4.mul(v128.load(from), i32x4(0x9e3779b1, 0x85ebca6b, 0xc2b2ae35, 0x27d4eb2f));
  const last = i32x4.mul(v128.load(from, 16), i32x4(0x165667b1, 0x2c1b3c6d, 0x297a2d39, 0x1b56c4e9));
  const four = v128.xor(first, last);
  const two = v128.xor(four, v128.shuffle<i32>(four, four, 2, 3, 0, 1));
  const mixed = i32x4.extract_lane(two, 0) ^ i32x4.extract_lane(two, 1);
  return ((mixed ^ (mixed >>> 15)) * 0x2c1b3c6d) >>> (32 - hashBits);
}
