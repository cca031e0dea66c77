import type { Pixels } from '../../model/drawing.ts';

/** Returns RGBA pixels as one number each, with red in the lowest byte, as on every platform of Node.js. */
export function colorsOf({ data, width, height }: Pixels): Int32Array {
  const aligned = data.byteOffset % 4 === 0 ? data : new Uint8Array(data);
  return new Int32Array(aligned.buffer, aligned.byteOffset, width * height);
}

/** The most colours of a palette, in PNG and in WebP. */
const maxColors = 256;

/** The colours of an image, numbered in the order of their first use. */
export class Palette {
  readonly #indices = new Map<number, number>();

  /** In the order of their indices. */
  get colors(): readonly number[] {
    return [...this.#indices.keys()];
  }

  /** Returns the index of a colour, which is added if it is new; undefined if there is no room for it. */
  indexOf(color: number): number | undefined {
    const known = this.#indices.get(color);
    if (known !== undefined) return known;
    const index = this.#indices.size;
    if (index === maxColors) return;
    this.#indices.set(color, index);
    return index;
  }
}
