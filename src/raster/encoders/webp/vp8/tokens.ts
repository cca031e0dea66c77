import { bitPlace, isFixed, writeBits } from './bool-encoder';
import { changes, defaults, probabilityCount } from './coefficient-probabilities';

/**
 * Turns levels into tokens, counts their bits, and writes them with the best probabilities for these counts. A token is a
 * bit, and the number of its probability or, with `isFixed`, the probability itself.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6386#section-13
 */

const zigzag = memory.data<u8>([0, 1, 4, 8, 5, 2, 3, 6, 9, 12, 13, 10, 7, 11, 14, 15]);
/** By place in the zigzag; the last is that after a block. */
const bands = memory.data<u8>([0, 1, 2, 3, 6, 4, 5, 6, 6, 6, 6, 6, 6, 6, 6, 7, 0]);
/** The probabilities of the further bits of large levels. */
const extra3 = memory.data<u8>([173, 148, 140]);
const extra4 = memory.data<u8>([176, 155, 140, 135]);
const extra5 = memory.data<u8>([180, 157, 141, 134, 130]);
const extra6 = memory.data<u8>([254, 254, 243, 230, 196, 177, 153, 140, 133, 130, 129]);

/** How often each bit was one, and how often it was written. */
const counts = memory.data(1056 * 8, 8);
const probabilities = memory.data(1056);
/** −log₂ of each probability / 256, in bits. */
const costs = memory.data(257 * 4, 4);

/** The most bytes of tokens that one macroblock can have: 400 levels of at most 22 bits. */
export const maxTokenBytes: usize = 400 * 22 * 2;

let end: usize = 0;

/** Begins a frame, whose tokens are from `address` on. */
export function beginTokens(address: usize): void {
  end = address;
  memory.fill(counts, 0, probabilityCount * 8);
  for (let probability = 1; probability <= 256; probability++)
    store<f32>(costs + probability * 4, <f32>-Math.log2(<f64>probability / 256));
}

/** Returns the address after the tokens. */
export function tokensEnd(): usize {
  return end;
}

function add(bit: i32, node: i32): void {
  const count = counts + node * 8;
  store<u32>(count, load<u32>(count) + bit);
  store<u32>(count, load<u32>(count, 4) + 1, 4);
  store<u16>(end, <u16>((bit << bitPlace) | node));
  end += 2;
}

/** Adds a bit that is 0 with a probability of `probability` / 256. */
export function addFixed(bit: i32, probability: i32): void {
  store<u16>(end, <u16>((bit << bitPlace) | isFixed | probability));
  end += 2;
}

function nodesOf(kind: i32, place: i32, context: i32): i32 {
  return 11 * (context + 3 * (<i32>load<u8>(bands + place) + 8 * kind));
}

/**
 * Adds the tokens of a block from the level at `first` on. Returns whether one of them is not zero.
 *
 * @param context the number of neighbours, above and to the left, that are not zero
 */
export function addBlock(levels: usize, kind: i32, first: i32, context: i32): i32 {
  let last = 15;
  while (last >= first && load<i16>(levels + ((<usize>load<u8>(zigzag + last)) << 1)) === 0) last--;
  let nodes = nodesOf(kind, first, context);
  if (last < first) {
    add(0, nodes);
    return 0;
  }
  add(1, nodes);
  for (let place = first; place <= last; ) {
    const level: i32 = load<i16>(levels + ((<usize>load<u8>(zigzag + place)) << 1));
    const size = level < 0 ? -level : level;
    place++;
    if (size === 0) {
      add(0, nodes + 1);
      nodes = nodesOf(kind, place, 0);
      continue;
    }
    add(1, nodes + 1);
    addSize(size, nodes);
    addFixed(level < 0 ? 1 : 0, 128);
    if (place === 16) break;
    nodes = nodesOf(kind, place, size === 1 ? 1 : 2);
    add(place <= last ? 1 : 0, nodes);
  }
  return 1;
}

function addSize(size: i32, nodes: i32): void {
  if (size === 1) {
    add(0, nodes + 2);
    return;
  }
  add(1, nodes + 2);
  if (size <= 4) {
    add(0, nodes + 3);
    if (size === 2) {
      add(0, nodes + 4);
      return;
    }
    add(1, nodes + 4);
    add(size - 3, nodes + 5);
    return;
  }
  add(1, nodes + 3);
  if (size <= 10) {
    add(0, nodes + 6);
    if (size <= 6) {
      add(0, nodes + 7);
      addFixed(size - 5, 159);
      return;
    }
    add(1, nodes + 7);
    addFixed((size - 7) >> 1, 165);
    addFixed((size - 7) & 1, 145);
    return;
  }
  add(1, nodes + 6);
  addLarge(size, nodes);
}

function addLarge(size: i32, nodes: i32): void {
  const isHigher = size > 34 ? 1 : 0;
  add(isHigher, nodes + 8);
  if (isHigher) {
    add(size > 66 ? 1 : 0, nodes + 10);
    if (size > 66) addExtra(size - 67, extra6, 11);
    else addExtra(size - 35, extra5, 5);
    return;
  }
  add(size > 18 ? 1 : 0, nodes + 9);
  if (size > 18) addExtra(size - 19, extra4, 4);
  else addExtra(size - 11, extra3, 3);
}

function addExtra(rest: i32, table: usize, bits: i32): void {
  for (let bit = 0; bit < bits; bit++) addFixed((rest >> (bits - 1 - bit)) & 1, load<u8>(table + bit));
}

function costOf(ones: f32, zeros: f32, probability: i32): f32 {
  return zeros * load<f32>(costs + probability * 4) + ones * load<f32>(costs + (256 - probability) * 4);
}

/** Adds the lower bits of a number, the highest first. */
export function addNumber(number: i32, bits: i32): void {
  for (let bit = bits - 1; bit >= 0; bit--) addFixed((number >> bit) & 1, 128);
}

/** Chooses the probabilities for the counts so far, and adds those that change. */
export function addProbabilities(): void {
  for (let node = 0; node < probabilityCount; node++) {
    const ones: u32 = load<u32>(counts + node * 8);
    const all: u32 = load<u32>(counts + node * 8, 4);
    const before: i32 = load<u8>(defaults + node);
    const change: i32 = load<u8>(changes + node);
    const best: i32 = ones === 0 ? 255 : max<i32>(1, 255 - <i32>((<u64>ones * 255) / all));
    const zeros = <f32>(all - ones);
    const kept = costOf(<f32>ones, zeros, before) + costOf(0, 1, change);
    const changed = costOf(<f32>ones, zeros, best) + costOf(1, 0, change) + 8;
    const isChanged = best !== before && changed < kept;
    addFixed(isChanged ? 1 : 0, change);
    if (isChanged) addNumber(best, 8);
    store<u8>(probabilities + node, <u8>(isChanged ? best : before));
  }
}

/** Writes the tokens from `from` on as a partition at `output`, and returns the address after it. */
export function writeTokens(from: usize, to: usize, output: usize): usize {
  return writeBits(from, to, probabilities, output);
}
