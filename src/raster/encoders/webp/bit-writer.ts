/** Writes numbers bit by bit, the least significant first, into bytes that grow as needed. */
export class BitWriter {
  #bytes = new Uint8Array(1 << 16);
  #length = 0;
  /** Up to 15 bits that are not in bytes yet, and how many they are. */
  #held = 0;
  #heldBits = 0;

  /** Appends the lowest `bits` (0 to 16) of a number that has no others. */
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

  /** All that was written; what the last byte lacks is zeros. */
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
