import type { Pixels } from '../../model/drawing.ts';

/** Returns RGBA pixels as one number each, with red in the lowest byte, as on every platform of Node.js. */
export function colorsOf({ data, width, height }: Pixels): Int32Array {
  const aligned = data.byteOffset % 4 === 0 ? data : new Uint8Array(data);
  return new Int32Array(aligned.buffer, aligned.byteOffset, width * height);
}

/** The most colours of a palette, in PNG and in WebP. */
const maxColors = 256;

/** Bits of a slot's number: a quarter of the slots is used at most. */
const slotBits = 10;

/** The colours of an image, numbered in the order of their first use. */
export class Palette {
  /** In the order of their indices. */
  readonly colors: number[] = [];
  /** A hash table, several times as fast as a Map: for each slot, one more than the index of its colour; 0 if it is free. */
  readonly #slots = new Uint16Array(1 << slotBits);

  /** Returns the index of a colour, which is added if it is new; undefined if there is no room for it. */
  indexOf(color: number): number | undefined {
    let slot = Math.imul(color, 0x9e3779b1) >>> (32 - slotBits);
    for (let used = this.#slots[slot]; used; used = this.#slots[slot]) {
      if (this.colors[used - 1] === color) return used - 1;
      slot = (slot + 1) & (this.#slots.length - 1);
    }
    if (this.colors.length === maxColors) return;
    this.#slots[slot] = this.colors.push(color);
    return this.colors.length - 1;
  }
}
