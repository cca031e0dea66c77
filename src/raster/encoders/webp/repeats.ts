/**
 * What a picture's pixels repeat, by LZ77: each step is a pixel of its own, or a run that is copied from pixels before.
 * Flat pictures repeat nearly everything: the pixel to the left, the row above, and glyphs drawn before.
 */

/** The steps of a picture in order. */
export interface Steps {
  readonly count: number;
  /** Pixels copied; 0 for a pixel of its own. */
  readonly lengths: Int32Array;
  /** How many pixels back the copy begins; for a pixel of its own, its colour. */
  readonly values: Int32Array;
}

/** The format's limits: the longest run of one copy, and how far back one can begin. */
const most = { length: 4096, distance: (1 << 20) - 120 } as const;
/**
 * A copy from afar costs about 27 bits against 9 for one from the left or above and 6 for a pixel of its own, so it has
 * to be so long at least, and longer than a near one by so much.
 */
const far = { least: 9, more: 7 } as const;
/** A copy at least so long is taken; a shorter one waits for what the next pixel finds. */
const long = 32;
/** Pixels by which places are found again, bits of their hash, and places looked at that share one. */
const hashed = { pixels: 4, bits: 15, places: 4 } as const;
/** Of copies longer than `most`, only the last pixels can be found again: the rest is found where it was copied from. */
const remembered = { most: 16, last: 4 } as const;

interface Copy {
  readonly length: number;
  readonly distance: number;
}

/** Before the first pixel there is nothing. */
const noCopy: Copy = { length: 0, distance: 0 };

/** Finds the steps of a picture that is `width` pixels wide. O(pixels). */
export function findRepeats(pixels: Int32Array, width: number): Steps {
  const steps = new StepList();
  // For each hash the places that had it, the latest first; -1 where there are fewer.
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
    const first = length > remembered.most ? end - remembered.last : at + 1;
    for (let place = first; place < end; place++) remember(places, pixels, place);
    found = bestCopy(pixels, width, places, end);
    at = end;
  }
}

/** The copy that serves best from there on; its length is 0 where there is none. */
function bestCopy(pixels: Int32Array, width: number, places: Int32Array, at: number): Copy {
  const above = repeatedPixels(pixels, at, width, 1);
  const left = above < long ? repeatedPixels(pixels, at, 1, 1) : 0;
  const isAbove = above >= left;
  let length = isAbove ? above : left;
  let distance = isAbove ? width : 1;
  if (length >= long || at + hashed.pixels > pixels.length) return { length, distance };
  let least = Math.max(far.least, length + far.more);
  const furthest = Math.max(0, at - most.distance);
  const first = hash(pixels, at) * hashed.places;
  for (let index = first; index < first + hashed.places; index++) {
    const place = places[index] ?? -1;
    if (place < furthest) break;
    const repeated = repeatedPixels(pixels, at, at - place, least);
    if (repeated < least) continue;
    length = repeated;
    distance = at - place;
    least = repeated + 1;
  }
  return { length, distance };
}

/** For how many pixels from there on the picture is what it was `distance` pixels before; 0 if for less than `least`. */
function repeatedPixels(pixels: Int32Array, at: number, distance: number, least: number): number {
  const last = at + least - 1;
  if (distance > at || last >= pixels.length || pixels[last] !== pixels[last - distance]) return 0;
  const end = Math.min(pixels.length, at + most.length);
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

/** A number for the pixels from there on, below 2 to the power of its bits. */
function hash(pixels: Int32Array, at: number): number {
  let mixed = 0;
  for (let pixel = at; pixel < at + hashed.pixels; pixel++)
    mixed = Math.imul(mixed ^ (pixels[pixel] ?? 0), 0x9e3779b1) ^ (mixed >>> 13);
  return (mixed ^ (mixed >>> 15)) >>> (32 - hashed.bits);
}

/** Steps in arrays that grow as needed. */
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
