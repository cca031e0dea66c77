import { crc32, deflateSync } from 'node:zlib';
import type { Pixels } from '../../../model/drawing.ts';
import { BitWriter } from '../bit-writer.ts';
import { colorsOf } from '../colors.ts';
import { indexSteps } from '../index-steps.ts';
import { findRepeats, type Steps } from '../repeats.ts';
import { deflateLimits, writeDeflate } from './deflate.ts';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** The format's numbers: of bits in an index, and of the kind of colours. */
const [bitDepth, indexedColor] = [8, 3];
/** The first two bytes of the format zlib: Deflate with a window of 32 KiB, compressed fast. */
const zlibHeader = [0x78, 0x01] as const;

/**
 * Encodes opaque pixels as PNG with a palette, optimised for flat images: repetitions are copied, as in our WebP. The
 * bytes are the same on every machine. Returns `undefined` if there are too many colours for a palette.
 *
 * @see https://www.w3.org/TR/png-3/
 */
export function encodeIndexed(pixels: Pixels): Uint8Array | undefined {
  const { width, height } = pixels;
  const scanlines = scanlinesOf(colorsOf(pixels), width, height);
  const indexed = indexSteps(findRepeats(scanlines, width + 1, deflateLimits), 0);
  if (!indexed) return;
  const { palette, steps } = indexed;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bitDepth, indexedColor], 8);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    // A byte takes the lowest eight bits of a number.
    chunk('PLTE', Uint8Array.from(palette.colors.flatMap((color) => [color, color >> 8, color >> 16]))),
    chunk('IDAT', compress(steps, scanlines.length)),
    chunk('IEND', new Uint8Array()),
  ]);
}

/**
 * Puts the number of its filter before each row. No row is filtered, which is number 0, and 0 is the index of the first
 * colour: so that colour stands for it.
 */
function scanlinesOf(colors: Int32Array, width: number, height: number): Int32Array {
  const scanlines = new Int32Array((width + 1) * height);
  for (let row = 0; row < height; row++) {
    const start = row * (width + 1);
    scanlines[start] = colors[0] ?? 0;
    scanlines.set(colors.subarray(row * width, (row + 1) * width), start + 1);
  }
  return scanlines;
}

/** Returns the stream of the format zlib for steps through bytes. */
function compress(steps: Steps, length: number): Uint8Array {
  const out = new BitWriter();
  for (const byte of zlibHeader) out.write(byte, 8);
  writeDeflate(out, steps);
  return Buffer.concat([out.finish(), adler32(expand(steps, length))]);
}

/** Returns the Adler-32 checksum that zlib computes: it is at the end of a stream, here of an uncompressed one. */
function adler32(bytes: Uint8Array): Uint8Array {
  // One piece of memory for the whole stream, which has 5 more bytes for each 16 KiB.
  const chunkSize = bytes.length + (bytes.length >> 10) + 64;
  return deflateSync(bytes, { level: 0, chunkSize }).subarray(-4);
}

/** From this length on, the system copies bytes faster than a loop. */
const long = 32;

/** Returns the bytes that steps stand for. */
function expand({ count, lengths, values }: Steps, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (let step = 0; step < count; step++) {
    const value = values[step] ?? 0;
    const copied = lengths[step] ?? 0;
    const end = at + copied;
    if (copied === 0) bytes[at++] = value;
    else if (value === 1) bytes.fill(bytes[at - 1] ?? 0, at, end);
    else if (copied >= long && copied <= value) bytes.copyWithin(at, at - value, end - value);
    else for (let place = at; place < end; place++) bytes[place] = bytes[place - value] ?? 0;
    at += copied;
  }
  return bytes;
}

function chunk(type: string, content: Uint8Array): Uint8Array {
  const bytes = Buffer.alloc(12 + content.length);
  bytes.writeUInt32BE(content.length);
  bytes.write(type, 4);
  bytes.set(content, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, -4)), bytes.length - 4);
  return bytes;
}
