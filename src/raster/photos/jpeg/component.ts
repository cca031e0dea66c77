/** A component of the image, Y, Cb or Cr, and its plane at the reduced size. Planes are transposed: each row is a column. */
@unmanaged
export class Component {
  /** Blocks in an MCU. */
  columns: i32;
  rows: i32;
  /** Tables of its Huffman codes. */
  dc: i32;
  ac: i32;
  /** The maximum of a DC coefficient before it is multiplied by its quantiser. */
  dcLimit: i32;
  lastDc: i32;
  /** The side of a reduced block in pixels: 8, 4, 2 or 1. */
  side: i32;
  plane: usize;
  /** Bytes between two columns of the image. */
  stride: i32;
  /** The quantisers, a byte for each, in zigzag order. */
  quantisers: usize;
  /** 64 factors for coefficients, 32-bit floats: see `setFactors`. */
  factors: usize;

  static at(index: i32): Component {
    return changetype<Component>(components + index * offsetof<Component>());
  }
}

const components = memory.data(offsetof<Component>() * 3, 8);
const quantisers = memory.data(192);
const factors = memory.data(768, 16);

for (let index = 0; index < 3; index++) {
  const component = Component.at(index);
  component.quantisers = quantisers + index * 64;
  component.factors = factors + index * 256;
}
