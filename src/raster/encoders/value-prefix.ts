import type { BitWriter } from './bit-writer.ts';

/**
 * Returns the prefix of a number from 1 on; large numbers share a prefix and differ in extra bits. WebP has it for lengths
 * and distances, Deflate for distances.
 */
export function prefixOf(value: number): number {
  const rest = value - 1;
  if (rest < 4) return rest;
  const bits = 31 - Math.clz32(rest);
  return 2 * bits + ((rest >> (bits - 1)) & 1);
}

/** Writes the bits of a length or distance that its prefix leaves open. */
export function writeExtra(out: BitWriter, prefix: number, value: number): void {
  if (prefix < 4) return;
  const bits = (prefix - 2) >> 1;
  const extra = (value - 1) & ((1 << bits) - 1);
  out.write(extra & 0xffff, Math.min(bits, 16));
  if (bits > 16) out.write(extra >>> 16, bits - 16);
}
