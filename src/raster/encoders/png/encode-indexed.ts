import { crc32 } from 'node:zlib';
import type { Pixels } from '../../../model/drawing.ts';
import { colorsOf } from '../colors.ts';
import { finished, type StepCoder, stepCoder } from '../step-coder.ts';
import { copyLimits, writeDeflate } from './deflate.ts';

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
  return stepCoder.run((coder) => {
    setScanlines(coder, pixels);
    const { minLength, maxLength, maxDistance } = copyLimits;
    coder.findSteps(width + 1, minLength, maxLength, maxDistance);
    const colorCount = coder.indexColors(0);
    if (colorCount === 0) return;
    const palette = new Int32Array(coder.memory.buffer, coder.paletteAt(), colorCount);
    const header = Buffer.alloc(13);
    header.writeUInt32BE(width, 0);
    header.writeUInt32BE(height, 4);
    header.set([bitDepth, indexedColor], 8);
    return Buffer.concat([
      signature,
      chunk('IHDR', header),
      // A byte takes the lowest eight bits of a number.
      chunk('PLTE', Uint8Array.from([...palette].flatMap((color) => [color, color >> 8, color >> 16]))),
      chunk('IDAT', compress(coder)),
      chunk('IEND', new Uint8Array()),
    ]);
  });
}

/**
 * Puts the number of its filter before each row. No row is filtered, which is number 0, and 0 is the index of the first
 * colour: so that colour stands for it.
 */
function setScanlines(coder: StepCoder, pixels: Pixels): void {
  const { width, height } = pixels;
  const colors = colorsOf(pixels);
  const at = coder.begin((width + 1) * height);
  const scanlines = new Int32Array(coder.memory.buffer, at, (width + 1) * height);
  for (let row = 0; row < height; row++) {
    const start = row * (width + 1);
    scanlines[start] = colors[0] ?? 0;
    scanlines.set(colors.subarray(row * width, (row + 1) * width), start + 1);
  }
}

/** Returns the stream of the format zlib for the steps. */
function compress(coder: StepCoder): Uint8Array {
  for (const byte of zlibHeader) coder.write(byte, 8);
  writeDeflate(coder);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(coder.adler32() >>> 0);
  return Buffer.concat([finished(coder), checksum]);
}

function chunk(type: string, content: Uint8Array): Uint8Array {
  const bytes = Buffer.alloc(12 + content.length);
  bytes.writeUInt32BE(content.length);
  bytes.write(type, 4);
  bytes.set(content, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, -4)), bytes.length - 4);
  return bytes;
}
