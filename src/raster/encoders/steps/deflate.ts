/**
 * The steps of Deflate: two alphabets, for bytes with lengths and the end, and for distances. Literal steps have indices.
 *
 * @see https://www.rfc-editor.org/rfc/rfc1951#section-3.2.5
 */
import { append, expect } from './bits';
import { appendExtra, appendSymbol, clearCounts, count, prefixOf } from './codes';
import { pixelCount, pixels, steps, stepsEnd } from './memory';

const symbolAlphabet: i32 = 0;
const distanceAlphabet: i32 = 1;

const endOfBlock: i32 = 256;
const firstLength: i32 = 257;
const longestSymbol: i32 = 285;
const maxLength: i32 = 258;

/** Counts the symbols of the image's steps. */
export function countDeflate(): void {
  clearCounts();
  count(symbolAlphabet, endOfBlock);
  for (let step = steps; step < stepsEnd; step += 8) {
    const length = load<i32>(step);
    const value = load<i32>(step, 4);
    if (length === 0) {
      count(symbolAlphabet, value);
      continue;
    }
    count(symbolAlphabet, lengthSymbol(length));
    count(distanceAlphabet, prefixOf(value));
  }
}

/** Writes the symbols that were counted, with the codes that are set. */
export function appendDeflate(): void {
  // A step takes less than 8 bytes: two codes with 5 and 13 more bits.
  expect(<i32>(stepsEnd - steps) + 8);
  for (let step = steps; step < stepsEnd; step += 8) {
    const length = load<i32>(step);
    const value = load<i32>(step, 4);
    if (length === 0) {
      appendSymbol(symbolAlphabet, value);
      continue;
    }
    appendSymbol(symbolAlphabet, lengthSymbol(length));
    const bits = lengthBits(length);
    append((length - 3) & ((1 << bits) - 1), bits);
    const prefix = prefixOf(value);
    appendSymbol(distanceAlphabet, prefix);
    appendExtra(prefix, value);
  }
  appendSymbol(symbolAlphabet, endOfBlock);
}

function lengthSymbol(length: i32): i32 {
  if (length === maxLength) return longestSymbol;
  const bits = lengthBits(length);
  return firstLength + 4 * bits + ((length - 3) >> bits);
}

/** Returns the number of bits that follow the symbol of a length. */
function lengthBits(length: i32): i32 {
  return length < 11 || length === maxLength ? 0 : 29 - clz(length - 3);
}

/** Returns the checksum of the bytes that the steps stand for. They replace the pixels. */
export function adler32(): u32 {
  expand();
  let low: u32 = 1;
  let high: u32 = 0;
  // The sums of so many bytes are below 2³².
  for (let from = 0; from < pixelCount; from += 5552) {
    const end = min(pixelCount, from + 5552);
    let at = from;
    let sums = i32x4.splat(0);
    let before = i32x4.splat(0);
    let weighted = i32x4.splat(0);
    for (; at + 16 <= end; at += 16) {
      const bytes = v128.load(pixels + at);
      before = i32x4.add(before, sums);
      sums = i32x4.add(sums, i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(bytes)));
      const first = i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_u(bytes), i16x8(16, 15, 14, 13, 12, 11, 10, 9));
      const last = i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_u(bytes), i16x8(8, 7, 6, 5, 4, 3, 2, 1));
      weighted = i32x4.add(weighted, i32x4.add(first, last));
    }
    high += low * (at - from) + 16 * sumOf(before) + sumOf(weighted);
    low += sumOf(sums);
    for (; at < end; at++) {
      low += load<u8>(pixels + at);
      high += low;
    }
    low %= 65521;
    high %= 65521;
  }
  return (high << 16) | low;
}

function sumOf(lanes: v128): u32 {
  const two = i32x4.add(lanes, v128.shuffle<i32>(lanes, lanes, 2, 3, 0, 1));
  return i32x4.extract_lane(two, 0) + i32x4.extract_lane(two, 1);
}

/** Writes the bytes that the steps stand for over the pixels. */
function expand(): void {
  let to = pixels;
  for (let step = steps; step < stepsEnd; step += 8) {
    const length = load<i32>(step);
    const value = load<i32>(step, 4);
    if (length === 0) {
      store<u8>(to++, value);
      continue;
    }
    if (value === 1) memory.fill(to, load<u8>(to - 1), length);
    else if (length <= value) memory.copy(to, to - value, length);
    else for (let at = to; at < to + length; at++) store<u8>(at, load<u8>(at - value));
    to += length;
  }
}
