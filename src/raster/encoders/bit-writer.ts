/** Writes numbers bit by bit, the least significant first, into bytes that grow as needed. */
export class BitWriter {
  #bytes = new Uint8Array(1 << 16);
  #length = 0;
  /** The last 0 to 15 bits, which do not fill a byte yet, and their number. */
  #held = 0;
  #heldBits = 0;

  /** Appends the lowest `bits` (0 to 16) of a number; its other bits must be zero. */
  write(value: number, bits: number): void {
    this.#held |= value << this.#heldBits;
    this.#heldBits += bits;
    if (this.#heldBits < 16) return;
    if (this.#length + 2 > this.#bytes.length) this.#grow();
    this.#bytes[this.#length++] = this.#held & 255;
    this.#bytes[this.#length++] = (this.#held >>> 8) & 255;
    this.#held >>>= 16;
    this.#heldBits -= 16;
  }

  /** Returns all bytes; the last one is padded with zeros. */
  finish(): Uint8Array {
    const left = Math.ceil(this.#heldBits / 8);
    this.write(0, 16 - this.#heldBits);
    return this.#bytes.subarray(0, this.#length - 2 + left);
  }

  #grow(): void {
    const larger = new Uint8Array(this.#bytes.length * 2);
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}
