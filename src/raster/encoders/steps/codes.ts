/** Counts of symbols, and the prefix codes that are made of them: up to five alphabets. */
import { append } from './bits';

/** The first alphabet has the most symbols: in WebP, 256 of green, 24 of lengths, and the slots of a colour cache. */
const maxSymbols: i32 = 256 + 24 + 1024;
const counts = memory.data(4 * 1304 * 5, 16);
/** For each symbol, its code and, in the lowest 4 bits, their number. */
const codes = memory.data(4 * 1304 * 5, 16);

/** Returns the address of the counts of an alphabet, 32 bits each. */
export function countsOf(alphabet: i32): usize {
  return counts + alphabet * maxSymbols * 4;
}

/** Returns the address of the codes of an alphabet, 32 bits each. */
export function codesOf(alphabet: i32): usize {
  return codes + alphabet * maxSymbols * 4;
}

export function clearCounts(): void {
  memory.fill(counts, 0, 4 * maxSymbols * 5);
}

export function count(alphabet: i32, symbol: i32): void {
  const at = countsOf(alphabet) + symbol * 4;
  store<i32>(at, load<i32>(at) + 1);
}

export function appendSymbol(alphabet: i32, symbol: i32): void {
  const code = load<i32>(codesOf(alphabet) + symbol * 4);
  append(code >>> 4, code & 15);
}

/**
 * Returns the prefix of a number from 1 on; large numbers share a prefix and differ in extra bits. WebP has it for lengths
 * and distances, Deflate for distances.
 */
export function prefixOf(value: i32): i32 {
  const rest = value - 1;
  if (rest < 4) return rest;
  const bits = 31 - clz(rest);
  return 2 * bits + ((rest >> (bits - 1)) & 1);
}

/** Appends the bits of a number that its prefix leaves open. */
export function appendExtra(prefix: i32, value: i32): void {
  if (prefix < 4) return;
  const bits = (prefix - 2) >> 1;
  append((value - 1) & ((1 << bits) - 1), bits);
}
