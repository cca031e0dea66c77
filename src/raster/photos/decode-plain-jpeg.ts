import { assets } from '../../files/package-files.ts';
import type { Size } from '../../model/vocabulary.ts';
import { WasmProgram } from '../wasm-program.ts';
import type { HuffmanCode, PlainJpeg } from './plain-jpeg.ts';

/** Dequantised coefficients beyond this are no encoder's, and decoders differ in their overflow. */
const maxDc = 2048;
const maxAc = 32_767;
/**
 * Blocks are reduced as far as this ratio is left to the kernel. It is sharper than the averages of their pixels. The
 * general decoder, too, begins at it.
 */
const minKernelRatio = 1.5;
/** The maximum number of bits of a coefficient. */
const maxDcSize = 11;
const maxAcSize = 10;

/** The decoder, as `jpeg/decoder.ts` defines it. */
interface Decoder {
  readonly memory: WebAssembly.Memory;
  countsOf(table: number): number;
  symbolsOf(table: number): number;
  buildTable(table: number, maxSize: number): void;
  quantisersOf(component: number): number;
  setComponent(index: number, columns: number, rows: number, dc: number, ac: number, dcLimit: number): void;
  begin(
    width: number,
    height: number,
    columns: number,
    rows: number,
    reduction: number,
    length: number,
  ): number;
  decode(length: number, restart: number): number;
  pixels(
    wholeWidth: number,
    wholeHeight: number,
    left: number,
    top: number,
    width: number,
    height: number,
  ): number;
}

const program = new WasmProgram<Decoder>(assets.jpeg);

/**
 * Decodes a plain JPEG. The result covers `size`, which is no larger, is cropped around its middle, and is opaque RGBA.
 * Returns undefined if the JPEG is damaged.
 */
export function decodePlainJpeg(jpeg: PlainJpeg, size: Size): Uint8Array | undefined {
  return program.run((decoder) => decode(decoder, jpeg, size));
}

function decode(decoder: Decoder, jpeg: PlainJpeg, size: Size): Uint8Array | undefined {
  const { width, height, mcus, restart, data } = jpeg;
  const reduction = reductionOf(jpeg, size);
  setTables(decoder, jpeg);
  const to = decoder.begin(width, height, mcus.width, mcus.height, reduction, data.length);
  new Uint8Array(decoder.memory.buffer).set(data, to);
  if (!decoder.decode(data.length, restart)) return undefined;
  const reduced = { width: Math.ceil(width / 2 ** reduction), height: Math.ceil(height / 2 ** reduction) };
  const scale = Math.max(size.width / reduced.width, size.height / reduced.height);
  const whole = { width: Math.round(reduced.width * scale), height: Math.round(reduced.height * scale) };
  const left = Math.floor((whole.width - size.width + 1) / 2);
  const top = Math.floor((whole.height - size.height + 1) / 2);
  const from = decoder.pixels(whole.width, whole.height, left, top, size.width, size.height);
  return new Uint8Array(decoder.memory.buffer).slice(from, from + size.width * size.height * 4);
}

/** Returns the power of 2 by which blocks are reduced. */
function reductionOf(jpeg: Size, size: Size): number {
  const ratio = Math.min(jpeg.width / size.width, jpeg.height / size.height);
  return Math.max(0, Math.min(3, Math.floor(Math.log2(ratio / minKernelRatio))));
}

function setTables(decoder: Decoder, { components }: PlainJpeg): void {
  const memory = new Uint8Array(decoder.memory.buffer);
  const tables: HuffmanCode[] = [];
  const tableOf = (code: HuffmanCode, maxSize: number): number => {
    const known = tables.indexOf(code);
    if (known >= 0) return known;
    const table = tables.push(code) - 1;
    memory.set(code.counts, decoder.countsOf(table));
    memory.set(code.symbols, decoder.symbolsOf(table));
    decoder.buildTable(table, maxSize);
    return table;
  };
  const steps = Math.max(...components.map(({ quantisation }) => Math.max(1, ...quantisation)));
  const acSize = Math.min(maxAcSize, Math.floor(Math.log2(maxAc / steps + 1)));
  for (const [index, { columns, rows, dc, ac, quantisation }] of components.entries()) {
    memory.set(quantisation, decoder.quantisersOf(index));
    const dcLimit = Math.floor(maxDc / Math.max(1, quantisation[0] ?? 1));
    decoder.setComponent(index, columns, rows, tableOf(dc, maxDcSize), tableOf(ac, acSize), dcLimit);
  }
}
