import type { Pixels } from '../../../model/drawing.ts';
import { BitWriter } from './bit-writer.ts';
import { findRepeats } from './repeats.ts';
import { writeSteps } from './write-steps.ts';

/**
 * Encodes opaque pixels as lossless WebP, optimised for flat images: repetitions are copied, recent colours come from
 * a cache, and there is no prediction. The bytes are the same on every machine.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9649
 */
export function encodeFlat({ data, width, height }: Pixels): Uint8Array {
  const aligned = data.byteOffset % 4 === 0 ? data : new Uint8Array(data);
  const pixels = new Int32Array(aligned.buffer, aligned.byteOffset, width * height);
  const out = new BitWriter();
  out.write(0x2f, 8);
  out.write(width - 1, 14);
  out.write(height - 1, 14);
  // No alpha, version 0, no transform.
  out.write(0, 1 + 3 + 1);
  writeSteps(out, pixels, findRepeats(pixels, width), width);
  return inContainer(out.finish());
}

function inContainer(stream: Uint8Array): Uint8Array {
  const padded = stream.length + (stream.length & 1);
  const file = Buffer.alloc(20 + padded);
  file.write('RIFF');
  file.writeUInt32LE(12 + padded, 4);
  file.write('WEBPVP8L', 8);
  file.writeUInt32LE(stream.length, 16);
  file.set(stream, 20);
  return file;
}
