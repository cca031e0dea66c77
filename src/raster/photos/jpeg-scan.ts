import type { Size } from '../../model/vocabulary.ts';

/** The number of bits that a lookup decodes at once. Longer codes are rare. */
const peek = 9;
/** Dequantised coefficients beyond this are no encoder's, and decoders differ in their overflow. */
const maxDc = 2048;
const maxAc = 32_767;
const endOfBlock = 1 << 16;
/** More than a block can take: 64 codes of 16 bits with coefficients of up to 11 bits, in bytes. */
const maxBlock = 256;

/** A Huffman code (ITU-T T.81, annex C). */
export interface HuffmanCode {
  /** The number of codes of each length, 1 to 16. */
  readonly counts: Uint8Array;
  readonly symbols: Uint8Array;
}

/** A component of a scan: its blocks in an MCU, its codes, and the quantisation of its coefficients. */
export interface ScanComponent {
  readonly blocks: number;
  readonly dc: HuffmanCode;
  readonly ac: HuffmanCode;
  readonly quantisation: Uint8Array;
}

export interface JpegScan {
  /** The size of the image in MCUs. */
  readonly mcus: Size;
  /** The number of MCUs between restart markers, or 0. */
  readonly restart: number;
  readonly components: readonly ScanComponent[];
  /** The entropy-coded data up to the end of the image. */
  readonly data: Uint8Array;
}

/**
 * Returns whether the data of a sequential scan consists of exactly its MCUs, with each restart marker in its place.
 * Decoders fill the gaps of damaged data differently, and not all of them report it.
 */
export function isIntact({ mcus, restart, components, data }: JpegScan): boolean {
  const intervals = withoutStuffing(data);
  if (intervals === undefined) return false;
  const coders = components.map(coderOf);
  const view = new DataView(intervals.bytes.buffer, intervals.bytes.byteOffset, intervals.bytes.length);
  let left = mcus.width * mcus.height;
  let at = 0;
  for (const end of intervals.ends) {
    const count = restart === 0 ? left : Math.min(restart, left);
    if (count === 0) return false;
    const after = intervalEnd(view, at * 8, count, coders);
    if (after <= Math.max(0, end * 8 - 8) || after > end * 8) return false;
    left -= count;
    at = end;
  }
  return left === 0;
}

/**
 * Returns the data without stuffed zeros and markers, followed by zeros, and the end of each restart interval.
 * Returns undefined if there is another marker than the next restart.
 */
function withoutStuffing(data: Uint8Array): { bytes: Uint8Array; ends: readonly number[] } | undefined {
  const bytes = new Uint8Array(data.length + maxBlock);
  const ends: number[] = [];
  let [from, to] = [0, 0];
  for (let at = data.indexOf(0xff); at >= 0; at = data.indexOf(0xff, from)) {
    const next = data[at + 1];
    const isStuffed = next === 0;
    if (!isStuffed && next !== 0xd0 + (ends.length % 8)) return undefined;
    const part = data.subarray(from, isStuffed ? at + 1 : at);
    bytes.set(part, to);
    to += part.length;
    from = at + 2;
    if (!isStuffed) ends.push(to);
  }
  bytes.set(data.subarray(from), to);
  ends.push(to + data.length - from);
  return { bytes, ends };
}

interface Coder {
  readonly blocks: number;
  readonly dc: Code;
  readonly ac: Code;
  /** By the next bits of AC coefficients, those that are complete in them: see `runsOf`. */
  readonly runs: Int32Array;
  readonly dcLimit: number;
}

interface Code extends HuffmanCode {
  /** By the next bits, a symbol and 256 times the length of its code, or 0 for a longer code. */
  readonly short: Uint16Array;
  /** Maximum number of bits of a coefficient. */
  readonly maxSize: number;
}

function coderOf({ blocks, dc, ac, quantisation }: ScanComponent): Coder {
  const maxAcSize = Math.min(10, Math.floor(Math.log2(maxAc / Math.max(1, ...quantisation) + 1)));
  const acCode = codeOf(ac, maxAcSize);
  return {
    blocks,
    dc: codeOf(dc, 11),
    ac: acCode,
    runs: runsOf(acCode),
    dcLimit: maxDc / Math.max(1, quantisation[0] ?? 1),
  };
}

function codeOf({ counts, symbols }: HuffmanCode, maxSize: number): Code {
  const short = new Uint16Array(1 << peek);
  let [to, from] = [0, 0];
  for (let length = 1; length <= peek; length++)
    for (let count = counts[length - 1] ?? 0; count > 0; count--) {
      const end = to + (1 << (peek - length));
      short.fill((length << 8) | (symbols[from++] ?? 0), to, end);
      to = end;
    }
  return { counts, symbols, short, maxSize };
}

/** Returns sums over the coefficients in the next bits: their bits, 256 times their places, and `endOfBlock`. */
function runsOf({ short, maxSize }: Code): Int32Array {
  const runs = new Int32Array(1 << peek);
  for (let next = 0; next < runs.length; next++) {
    let bits = 0;
    let places = 0;
    let done = 0;
    while (bits < peek) {
      const entry = short[(next << bits) & ((1 << peek) - 1)] ?? 0;
      const size = entry & 15;
      const run = (entry >> 4) & 15;
      const after = bits + (entry >> 8) + size;
      if (entry === 0 || bits + (entry >> 8) > peek || (bits > 0 && after > peek) || size > maxSize) break;
      bits = after;
      if (size === 0 && run !== 15) {
        done = endOfBlock;
        break;
      }
      places += run + 1;
    }
    runs[next] = bits | (places << 8) | done;
  }
  return runs;
}

/** Returns the position after `count` MCUs in bits, or -1 for an impossible code or coefficient. */
function intervalEnd(view: DataView, start: number, count: number, coders: readonly Coder[]): number {
  const limit = (view.byteLength - maxBlock) * 8;
  let at = start;
  const last = new Int32Array(coders.length);
  for (let mcu = 0; mcu < count; mcu++)
    for (let index = 0; index < coders.length; index++) {
      const coder = coders[index];
      if (coder === undefined) break;
      for (let block = 0; block < coder.blocks; block++) {
        if (at > limit) return -1;
        const symbol = symbolAt(view, at, coder.dc);
        const size = symbol & 15;
        if (symbol < 0 || size > coder.dc.maxSize) return -1;
        at += symbol >> 8;
        if (size > 0) {
          const bits = ahead(view, at) >>> (32 - size);
          // A leading 0 stands for a negative difference (F.1.2.1.1).
          const value = (last[index] ?? 0) + bits - ((bits >>> (size - 1)) ^ 1) * ((1 << size) - 1);
          if (Math.abs(value) > coder.dcLimit) return -1;
          last[index] = value;
        }
        at = blockEnd(view, at + size, coder);
        if (at < 0) return -1;
      }
    }
  return at;
}

/** Returns the position after the AC coefficients of a block. */
function blockEnd(view: DataView, start: number, { ac, runs }: Coder): number {
  let at = start;
  let place = 1;
  while (place < 64) {
    const sums = runs[ahead(view, at) >>> (32 - peek)] ?? 0;
    const next = place + ((sums >> 8) & 255);
    if (sums > 0 && next < 64) {
      at += sums & 255;
      if (sums >= endOfBlock) return at;
      place = next;
      continue;
    }
    const symbol = symbolAt(view, at, ac);
    const size = symbol & 15;
    const run = (symbol >> 4) & 15;
    if (symbol < 0 || size > ac.maxSize) return -1;
    at += (symbol >> 8) + size;
    if (size === 0 && run !== 15) return at;
    place += run + 1;
  }
  return place === 64 ? at : -1;
}

/** Returns the next 25 bits or more, from the top. */
function ahead(view: DataView, at: number): number {
  return view.getUint32(at >> 3) << (at & 7);
}

/** Returns the next symbol and 256 times the length of its code, or -1 if there is none. */
function symbolAt(view: DataView, at: number, { short, counts, symbols }: Code): number {
  const bits = ahead(view, at);
  const entry = short[bits >>> (32 - peek)] ?? 0;
  if (entry > 0) return entry;
  let [first, from] = [0, 0];
  for (let length = 1; length <= 16; length++) {
    const count = counts[length - 1] ?? 0;
    const offset = (bits >>> (32 - length)) - first;
    if (offset < count) return (length << 8) | (symbols[from + offset] ?? 0);
    first = (first + count) << 1;
    from += count;
  }
  return -1;
}
