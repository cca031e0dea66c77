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

/** What copies a format can express, in pixels. The row above must be within `maxDistance`. */
export interface CopyLimits {
  readonly minLength: number;
  readonly maxLength: number;
  readonly maxDistance: number;
}

/**
 * In WebP, a distant copy costs about 27 bits, against 9 for one from the left or above and 6 for a literal pixel; the
 * ratios in PNG are similar. So it must have at least this length, and be longer than a near copy by this much.
 */
const far = { min: 9, more: 7 } as const;
/** A copy of this length is used at once; a shorter one is compared with that of the next pixel. */
const long = 32;
/**
 * Number of pixels in a hash, and bits of a hash. Nearly as many pixels as the shortest distant copy: the one place that
 * is stored for a hash is then mostly worth its look.
 */
const hashed = { pixels: 8, bits: 15 } as const;
/** Of copies longer than `max`, only the last pixels are hashed: the rest can be found in the original. */
const remembered = { max: 16, last: 4 } as const;

/** Finds the steps of an image that is `width` pixels wide. O(pixels). */
export function findRepeats(pixels: Int32Array, width: number, limits: CopyLimits): Steps {
  const search = new Search(pixels, width, limits);
  search.addSteps();
  return search.steps;
}

class Search {
  readonly steps = new StepList();
  readonly #pixels: Int32Array;
  readonly #width: number;
  readonly #limits: CopyLimits;
  /** The latest place of each hash; -1 if there is none. */
  readonly #places = new Int32Array(1 << hashed.bits).fill(-1);
  /** The best copy for the pixels from the last place on that `#find` was called for; its length is 0 if there is none. */
  #length = 0;
  #distance = 0;

  constructor(pixels: Int32Array, width: number, limits: CopyLimits) {
    this.#pixels = pixels;
    this.#width = width;
    this.#limits = limits;
  }

  addSteps(): void {
    const pixels = this.#pixels;
    const { minLength } = this.#limits;
    for (let at = 0; at < pixels.length; ) {
      const length = this.#length;
      const distance = this.#distance;
      this.#remember(at, at + 1);
      if (length < long) {
        this.#find(at + 1);
        if (length < minLength || this.#length > length + 1) {
          this.steps.add(0, pixels[at++] ?? 0);
          continue;
        }
      }
      this.steps.add(length, distance);
      const end = at + length;
      this.#remember(length > remembered.max ? end - remembered.last : at + 1, end);
      this.#find(end);
      at = end;
    }
  }

  #find(at: number): void {
    const pixels = this.#pixels;
    const { maxLength, maxDistance } = this.#limits;
    const end = Math.min(pixels.length, at + maxLength);
    const above = repeatedPixels(pixels, at, end, this.#width, 1);
    const left = above < long ? repeatedPixels(pixels, at, end, 1, 1) : 0;
    const isAbove = above >= left;
    this.#length = isAbove ? above : left;
    this.#distance = isAbove ? this.#width : 1;
    if (this.#length >= long || at + hashed.pixels > pixels.length) return;
    const place = this.#places[hash(pixels, at)] ?? -1;
    if (place < Math.max(0, at - maxDistance)) return;
    const minLength = Math.max(far.min, this.#length + far.more);
    const repeated = repeatedPixels(pixels, at, end, at - place, minLength);
    if (repeated < minLength) return;
    this.#length = repeated;
    this.#distance = at - place;
  }

  /** Stores the places from `first` to before `end`. */
  #remember(first: number, end: number): void {
    const pixels = this.#pixels;
    const last = Math.min(end, pixels.length - hashed.pixels + 1);
    for (let at = first; at < last; at++) this.#places[hash(pixels, at)] = at;
  }
}

/**
 * Returns the number of pixels from `at` to before `end` that equal those `distance` before them; 0 if fewer than
 * `minLength`.
 */
function repeatedPixels(
  pixels: Int32Array,
  at: number,
  end: number,
  distance: number,
  minLength: number,
): number {
  const last = at + minLength - 1;
  if (distance > at || last >= end || pixels[last] !== pixels[last - distance]) return 0;
  let place = at;
  while (place < end && pixels[place] === pixels[place - distance]) place++;
  return place - at;
}

/**
 * Hashes the pixels from `at` on to a number of `hashed.bits` bits. Each pixel has an odd factor of its own: without a
 * loop, and without a product that waits for another, the encoder takes three quarters of the time.
 */
function hash(pixels: Int32Array, at: number): number {
  const mixed =
    Math.imul(pixels[at] ?? 0, 0x9e3779b1) ^
    Math.imul(pixels[at + 1] ?? 0, 0x85ebca6b) ^
    Math.imul(pixels[at + 2] ?? 0, 0xc2b2ae35) ^
    Math.imul(pixels[at + 3] ?? 0, 0x27d4eb2f) ^
    Math.imul(pixels[at + 4] ?? 0, 0x165667b1) ^
    Math.imul(pixels[at + 5] ?? 0, 0x2c1b3c6d) ^
    Math.imul(pixels[at + 6] ?? 0, 0x297a2d39) ^
    Math.imul(pixels[at + 7] ?? 0, 0x1b56c4e9);
  return Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d) >>> (32 - hashed.bits);
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
