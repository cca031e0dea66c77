import { readFileSync } from 'node:fs';
import { assets } from '../../../files/package-files.ts';
import type { Pixels } from '../../../model/drawing.ts';
import { inContainer } from './container.ts';

/** The quantiser of VP8, 0 to 127. It loses less than libwebp at quality 90, from which on no loss is visible, in fewer bytes. */
const quantiser = 8;
/** An instance with more memory, in bytes, is not kept: images at scale 2 need tens of megabytes. */
const maxKeptMemory = 12 * 2 ** 20;
/** Rows of pixels that are encoded at once. */
const rowsAtOnce = 16;

/** The encoder of a frame, as `vp8/encoder.ts` defines it. */
interface Vp8 {
  readonly memory: WebAssembly.Memory;
  begin(width: number, height: number, quantiser: number): number;
  encodeRows(): void;
  finish(): number;
  firstLength(): number;
  length(): number;
}

let module: WebAssembly.Module | undefined;
let kept: Vp8 | undefined;

/**
 * Encodes opaque pixels as lossy WebP, optimised for photos on a flat ground. The bytes are the same on every machine.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6386
 */
export function encodePhotos({ data, width, height }: Pixels): Uint8Array {
  const vp8 = kept ?? instantiate();
  // An instance that has thrown is not used again.
  kept = undefined;
  const rows = vp8.begin(width, height, quantiser);
  const rowBytes = width * 4;
  for (let row = 0; row < height; row += rowsAtOnce) {
    const part = data.subarray(row * rowBytes, (row + rowsAtOnce) * rowBytes);
    new Uint8Array(vp8.memory.buffer).set(part, rows);
    vp8.encodeRows();
  }
  const first = vp8.finish();
  const partitions = new Uint8Array(vp8.memory.buffer, first, vp8.length());
  const file = inContainer('VP8 ', [frameHeader(width, height, vp8.firstLength()), partitions]);
  if (vp8.memory.buffer.byteLength <= maxKeptMemory) kept = vp8;
  return file;
}

function instantiate(): Vp8 {
  module ??= new WebAssembly.Module(readFileSync(assets.vp8));
  // What TypeScript knows of the exports is checked by the tests of this file.
  return new WebAssembly.Instance(module).exports as unknown as Vp8;
}

/** A key frame that is shown. @see https://www.rfc-editor.org/rfc/rfc6386#section-9.1 */
function frameHeader(width: number, height: number, firstLength: number): Uint8Array {
  const header = Buffer.alloc(10);
  header.writeUIntLE((1 << 4) | (firstLength << 5), 0, 3);
  header.writeUIntBE(0x9d012a, 3, 3);
  header.writeUInt16LE(width, 6);
  header.writeUInt16LE(height, 8);
  return header;
}
