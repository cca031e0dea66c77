/** Takes numbers bit by bit. */
export interface BitSink {
  /** Appends the lowest `bits` (0 to 16) of a number; its other bits must be zero. */
  write(value: number, bits: number): void;
}

/** A canonical prefix code: the bits of each symbol, in the order of writing, and their number. */
export interface PrefixCode {
  readonly bits: Uint16Array;
  readonly lengths: Uint8Array;
}

/** Maximum lengths in bits: of the codes of symbols, and of the codes of lengths. */
const longest = { symbol: 15, length: 7 } as const;

/** The order in which the lengths of the length code are written: 16 to 18 are repetitions. */
export type LengthOrder = readonly number[];

/** Returns the optimal code for symbols with these counts. A single symbol takes one bit. */
export function prefixCodeOf(counts: Uint32Array): PrefixCode {
  const lengths = codeLengths(counts, longest.symbol);
  return { bits: canonicalBits(lengths), lengths };
}

/**
 * Writes the lengths of the codes of symbols, with run-length encoding and a prefix code of their own, in the way that
 * Deflate and lossless WebP share.
 *
 * @param order of the format
 * @param flagBits zeros that the format has between the length code and the lengths
 * @see https://www.rfc-editor.org/rfc/rfc1951#section-3.2.7
 */
export function writeLengths(out: BitSink, lengths: Uint8Array, order: LengthOrder, flagBits: number): void {
  const runs = runsOf(lengths);
  const counts = new Uint32Array(order.length);
  for (const { symbol } of runs) increment(counts, symbol);
  const own = codeLengths(counts, longest.length);
  const bits = canonicalBits(own);
  let written = order.length;
  while (written > 4 && own[order[written - 1] ?? 0] === 0) written--;
  out.write(written - 4, 4);
  for (const symbol of order.slice(0, written)) out.write(own[symbol] ?? 0, 3);
  out.write(0, flagBits);
  const isLone = own.filter((length) => length > 0).length === 1;
  for (const { symbol, extra, extraBits } of runs) {
    if (!isLone) out.write(bits[symbol] ?? 0, own[symbol] ?? 0);
    out.write(extra, extraBits);
  }
}

function increment(counts: Uint32Array, symbol: number): void {
  counts[symbol] = (counts[symbol] ?? 0) + 1;
}

interface Run {
  /** A length; 16 repeats the last length, 17 and 18 repeat zero. */
  readonly symbol: number;
  readonly extra: number;
  readonly extraBits: number;
}

function runsOf(lengths: Uint8Array): Run[] {
  const runs: Run[] = [];
  const add = (symbol: number) => runs.push({ symbol, extra: 0, extraBits: 0 });
  for (let start = 0, end = 0; start < lengths.length; start = end) {
    const length = lengths[start] ?? 0;
    while (end < lengths.length && lengths[end] === length) end++;
    let left = end - start;
    if (length !== 0) {
      add(length);
      left--;
    }
    const max = length === 0 ? 138 : 6;
    for (; left >= 3; left -= Math.min(left, max)) runs.push(repeat(length, Math.min(left, max)));
    for (; left > 0; left--) add(length);
  }
  return runs;
}

function repeat(length: number, times: number): Run {
  if (length !== 0) return { symbol: 16, extra: times - 3, extraBits: 2 };
  return times <= 10
    ? { symbol: 17, extra: times - 3, extraBits: 3 }
    : { symbol: 18, extra: times - 11, extraBits: 7 };
}

interface Node {
  readonly count: number;
  /** The symbol of a leaf; -1 for an inner node. */
  readonly symbol: number;
  readonly pair?: readonly [Node, Node];
}

/**
 * Returns the lengths of a Huffman code of limited depth. If the code is too deep, the counts of rare symbols are
 * raised to a minimum, which doubles until the code fits. A single symbol has length 1. O(n log n) for n used
 * symbols.
 */
function codeLengths(counts: Uint32Array, max: number): Uint8Array {
  for (let minCount = 1; ; minCount *= 2) {
    const leaves: Node[] = [];
    for (const [symbol, count] of counts.entries())
      if (count > 0) leaves.push({ symbol, count: Math.max(count, minCount) });
    const lengths = new Uint8Array(counts.length);
    const root = huffmanTree(
      leaves.sort((left, right) => left.count - right.count || left.symbol - right.symbol),
    );
    if (!root || measureDepths(root, lengths) <= max) return lengths;
  }
}

/** Joins the two rarest nodes until one is left. `leaves` are sorted, and `pairs` arise in sorted order. */
function huffmanTree(leaves: readonly Node[]): Node | undefined {
  const pairs: Node[] = [];
  let [leaf, pair] = [0, 0];
  const rarest = (): Node | undefined => {
    const [left, right] = [leaves[leaf], pairs[pair]];
    if (left && (!right || left.count <= right.count)) {
      leaf++;
      return left;
    }
    pair++;
    return right;
  };
  let last = rarest();
  for (let next = rarest(); last && next; next = rarest()) {
    pairs.push({ symbol: -1, count: last.count + next.count, pair: [last, next] });
    last = rarest();
  }
  return last;
}

/** Sets the depth of every leaf and returns the maximum. */
function measureDepths(root: Node, lengths: Uint8Array): number {
  let greatest = 0;
  const open: [node: Node, depth: number][] = [[root, 0]];
  for (let top = open.pop(); top; top = open.pop()) {
    const [{ symbol, pair }, depth] = top;
    if (pair) {
      open.push([pair[0], depth + 1], [pair[1], depth + 1]);
      continue;
    }
    lengths[symbol] = Math.max(1, depth);
    greatest = Math.max(greatest, depth);
  }
  return greatest;
}

/** Assigns codes by length and then by symbol, with reversed bits, because they are written from the lowest bit. */
function canonicalBits(lengths: Uint8Array): Uint16Array {
  const bits = new Uint16Array(lengths.length);
  let code = 0;
  for (let length = 1; length <= longest.symbol; length++, code <<= 1)
    for (let symbol = 0; symbol < lengths.length; symbol++)
      if (lengths[symbol] === length) bits[symbol] = reversed(code++, length);
  return bits;
}

function reversed(code: number, length: number): number {
  let turned = 0;
  for (let bit = 0; bit < length; bit++) turned |= ((code >> bit) & 1) << (length - 1 - bit);
  return turned;
}
