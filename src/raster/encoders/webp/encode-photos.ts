import { assets } from '../../../files/package-files.ts';
import type { Pixels } from '../../../model/drawing.ts';
import { WasmProgram } from '../../wasm-program.ts';
import { inContainer } from './container.ts';

/** The quantiser of VP8, 0 to 127. It loses less than libwebp at quality 90, from which on no loss is visible, in fewer bytes. */
const quantiser = 8;
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

const program = new WasmProgram<Vp8>(assets.vp8);

/**
 * Encodes opaque pixels as lossy WebP, optimised for photos on a flat ground. The bytes are the same on every machine.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6386
 */
export function encodePhotos(pixels: Pixels): Uint8Array {
  return program.run((vp8) => encode(vp8, pixels));
}

function encode(vp8: Vp8, { data, width, height }: Pixels): Uint8Array {
  const rows = vp8.begin(width, height, quantiser);
  const rowBytes = width * 4;
  for (let row = 0; row < height; row += rowsAtOnce) {
    const part = data.subarray(row * rowBytes, (row + rowsAtOnce) * rowBytes);
    new Uint8Array(vp8.memory.buffer).set(part, rows);
    vp8.encodeRows();
  }
  const first = vp8.finish();
  const partitions = new Uint8Array(vp8.memory.buffer, first, vp8.length());
  return inContainer('VP8 ', [frameHeader(width, height, vp8.firstLength()), partitions]);
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
