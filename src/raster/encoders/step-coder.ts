import { assets } from '../../files/package-files.ts';
import { WasmProgram } from '../wasm-program.ts';
import type { BitSink, PrefixCode } from './prefix-code.ts';

/** The coder of flat images, as `steps/coder.ts` defines it. */
export interface StepCoder extends BitSink {
  readonly memory: WebAssembly.Memory;
  begin(count: number): number;
  findSteps(width: number, min: number, max: number, distance: number): void;
  indexColors(bit: number): number;
  paletteAt(): number;
  countsOf(alphabet: number): number;
  codesOf(alphabet: number): number;
  useCache(): void;
  beginPalette(colors: number, count: number): void;
  beginSteps(): void;
  countWebp(width: number): void;
  appendWebp(width: number): void;
  countDeflate(): void;
  appendDeflate(): void;
  adler32(): number;
  finish(): number;
  writtenAt(): number;
}

export const stepCoder = new WasmProgram<StepCoder>(assets.steps);

/** Returns the counts of the first symbols of an alphabet. */
export function countsOf({ memory, countsOf }: StepCoder, alphabet: number, symbols: number): Uint32Array {
  return new Uint32Array(memory.buffer, countsOf(alphabet), symbols).slice();
}

/** Sets the code of an alphabet. */
export function setCode(
  { memory, codesOf }: StepCoder,
  alphabet: number,
  { bits, lengths }: PrefixCode,
): void {
  const codes = new Uint32Array(memory.buffer, codesOf(alphabet), lengths.length);
  for (let symbol = 0; symbol < codes.length; symbol++)
    codes[symbol] = ((bits[symbol] ?? 0) << 4) | (lengths[symbol] ?? 0);
}

/** Returns all that was written; the last byte is padded with zeros. It is valid until the next image. */
export function finished(coder: StepCoder): Uint8Array {
  const length = coder.finish();
  return new Uint8Array(coder.memory.buffer, coder.writtenAt(), length);
}
