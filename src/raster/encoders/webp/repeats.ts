/**
 * Finds repetitions in pixels (LZ77): each step is a literal pixel or a copy of earlier pixels. Flat images repeat
 * nearly everything: the pixel to the left, the row above, and earlier glyphs.
 */

/** The steps of an image in order. */
export interface Steps {
  readonly count: number;
  /** Number of copied pixels; 0 for a literal pixel. */
  readonly lengths: Int32Array;
  /** Distance of the copy in pixels; for a literal pixel, its colour. */
  readonly values: Int32Array;
}

/** The format's limits: the maximum length and distance of a copy. */
const max = { length: 4096, distance: (1 << 20) - 120 } as const;
/**
 * A distant copy costs about 27 bits, against 9 for one from the left or above and 6 for a literal pixel. So it must
 * have at least this length, and be longer than a near copy by this much.
 */
const far = { min: 9, more: 7 } as const;
/** A copy of this length is used at once; a shorter one is compared with that of the next pixel. */
const long = 32;
/** Number of pixels in a hash, bits of a hash, and places that are stored for each hash. */
const hashed = { pixels: 4, bits: 15, places: 4 } as const;
/** Of copies longer than `max`, only the last pixels are hashed: the rest can be found in the original. */
const remembered = { max: 16, last: 4 } as const;

interface Copy {
  readonly length: number;
  readonly distance: number;
}

/** The value before the first pixel. */
const noCopy: Copy = { length: 0, distance: 0 };

/** Finds the steps of an image that is `width` pixels wide. O(pixels). */
export function findRepeats(pixels: Int32Array, width: number): Steps {
  const steps = new StepList();
  // The places of each hash, the latest first; -1 for an empty slot.
  const places = new Int32Array(hashed.places << hashed.bits).fill(-1);
  addSteps(steps, pixels, width, places);
  return steps;
}

function addSteps(steps: StepList, pixels: Int32Array, width: number, places: Int32Array): void {
  let found = noCopy;
  for (let at = 0; at < pixels.length; ) {
    const { length, distance } = found;
    remember(places, pixels, at);
    const next = length < long ? bestCopy(pixels, width, places, at + 1) : undefined;
    if (next && (length < 2 || next.length > length + 1)) {
      steps.add(0, pixels[at++] ?? 0);
      found = next;
      continue;
    }
    steps.add(length, distance);
    const end = at + length;
    const first = length > remembered.max ? end - remembered.last : at + 1;
    for (let place = first; place < end; place++) remember(places, pixels, place);
    found = bestCopy(pixels, width, places, end);
    at = end;
  }
}

/** Returns the best copy for the pixels from `at` on; its length is 0 if there is none. */
function bestCopy(pixels: Int32Array, width: number, places: Int32Array, at: number): Copy {
  const above = repeatedPixels(pixels, at, width, 1);
  const left = above < long ? repeatedPixels(pixels, at, 1, 1) : 0;
  const isAbove = above >= left;
  let length = isAbove ? above : left;
  let distance = isAbove ? width : 1;
  if (length >= long || at + hashed.pixels > pixels.length) return { length, distance };
  let minLength = Math.max(far.min, length + far.more);
  const furthest = Math.max(0, at - max.distance);
  const first = hash(pixels, at) * hashed.places;
  for (let index = first; index < first + hashed.places; index++) {
    const place = places[index] ?? -1;
    if (place < furthest) break;
    const repeated = repeatedPixels(pixels, at, at - place, minLength);
    if (repeated < minLength) continue;
    length = repeated;
    distance = at - place;
    minLength = repeated + 1;
  }
  return { length, distance };
}

/** Returns the number of pixels from `at` on that equal those `distance` before them; 0 if fewer than `minLength`. */
function repeatedPixels(pixels: Int32Array, at: number, distance: number, minLength: number): number {
  const last = at + minLength - 1;
  if (distance > at || last >= pixels.length || pixels[last] !== pixels[last - distance]) return 0;
  const end = Math.min(pixels.length, at + max.length);
  let place = at;
  while (place < end && pixels[place] === pixels[place - distance]) place++;
  return place - at;
}

function remember(places: Int32Array, pixels: Int32Array, at: number): void {
  if (at + hashed.pixels > pixels.length) return;
  const first = hash(pixels, at) * hashed.places;
  for (let index = first + hashed.places - 1; index > first; index--) places[index] = places[index - 1] ?? -1;
  places[first] = at;
}

/** Hashes the pixels from `at` on to a number of `hashed.bits` bits. */
function hash(pixels: Int32Array, at: number): number {
  let mixed = 0;
  for (let pixel = at; pixel < at + hashed.pixels; pixel++)
    mixed = Math.imul(mixed ^ (pixels[pixel] ?? 0), 0x9e3779b1) ^ (mixed >>> 13);
  return (mixed ^ (mixed >>> 15)) >>> (32 - hashed.bits);
}

/** A list of steps in typed arrays that grow as needed. */
class StepList implements Steps {
  count = 0;
  lengths = new Int32Array(1 << 14);
  values = new Int32Array(1 << 14);

  add(length: number, value: number): void {
    if (this.count === this.lengths.length) {
      this.lengths = doubled(this.lengths);
      this.values = doubled(this.values);
    }
    this.lengths[this.count] = length;
    this.values[this.count++] = value;
  }
}

function doubled(numbers: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(numbers.length * 2);
  larger.set(numbers);
  return larger;
}
