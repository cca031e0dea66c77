import { LRUCache } from 'lru-cache';

const mebibyte = 2 ** 20;

/** The memory of all caches with which a process draws, in bytes. Each drops what was not used for longest. */
const budget = {
  /** Outlines of glyphs in font units, by glyph. */
  outlines: 3 * mebibyte,
  /** Paths of glyphs, by size. */
  shapes: 10 * mebibyte,
  /** Coverage of glyphs, by size and subpixel position. */
  masks: 20 * mebibyte,
  /** Coverage of the outlines of photos. */
  cuts: 8 * mebibyte,
  /** Coverage of the corners of boxes. */
  corners: mebibyte,
  /** Emoji and art as pixels, by size and subpixel position. */
  figures: 8 * mebibyte,
  /** Shaped words. */
  words: 4 * mebibyte,
  /** Measured texts. */
  texts: 5 * mebibyte,
  /** Markup of emoji. */
  emoji: mebibyte,
} as const;

/** The caches of a process that draws. */
export type DrawingCache = keyof typeof budget;

/** Maximum bytes of all of them together. */
export const maxDrawingBytes = Object.values(budget).reduce((sum, bytes) => sum + bytes, 0);

/** Object headers, the key and the cache's own entry, in bytes. */
const entryBytes = 300;

/**
 * Creates one of the caches, which drops the least recently used values.
 *
 * @param bytesOf estimates the memory of a value, without the bytes that every entry has
 */
export function drawingCache<Value extends {}, Key extends string | number = string>(
  name: DrawingCache,
  bytesOf: (value: Value) => number,
): LRUCache<Key, Value> {
  return new LRUCache({ maxSize: budget[name], sizeCalculation: (value) => entryBytes + bytesOf(value) });
}
