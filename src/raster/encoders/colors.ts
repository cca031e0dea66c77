import type { Pixels } from '../../model/drawing.ts';

/** Returns RGBA pixels as one number each, with red in the lowest byte, as on every platform of Node.js. */
export function colorsOf({ data, width, height }: Pixels): Int32Array {
  const aligned = data.byteOffset % 4 === 0 ? data : new Uint8Array(data);
  return new Int32Array(aligned.buffer, aligned.byteOffset, width * height);
}
