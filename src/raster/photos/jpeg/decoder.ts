/**
 * Decodes a plain JPEG of three components, reduced by a power of 2 while its blocks are transformed, then to any smaller
 * size by a Lanczos kernel.
 *
 * @see https://www.w3.org/Graphics/JPEG/itu-t81.pdf
 */
import { Component } from './component';
import { convertRow, enlarge, transposed } from './planes';
import { reduceRows, setWeights, weightBytes } from './reduce';
import { decodeScan, maxBlockBytes } from './scan';
import { setFactors } from './transform';

export { buildTable, countsOf, symbolsOf } from './codes';

/** The size of the reduced image. */
let width: i32 = 0;
let height: i32 = 0;
/** The size of the image in MCUs. */
let columns: i32 = 0;
let rows: i32 = 0;

/** Where the data is, and the first byte that is free. */
let data: usize = 0;
let free: usize = 0;

/** Takes `bytes` of memory, and up to 64 more for what is read or written beyond. */
function take(bytes: usize): usize {
  const start = free;
  free = (start + bytes + 79) & ~15;
  const missing = <i32>(free >> 16) + 1 - memory.size();
  if (missing > 0 && memory.grow(missing) < 0) unreachable();
  return start;
}

/** Returns the address for the 64 quantisers of a component. */
export function quantisersOf(index: i32): usize {
  return Component.at(index).quantisers;
}

/** Sets the blocks of a component in an MCU, the tables of its codes, and the limit of its DC coefficients. */
export function setComponent(
  index: i32,
  blockColumns: i32,
  blockRows: i32,
  dc: i32,
  ac: i32,
  dcLimit: i32,
): void {
  const component = Component.at(index);
  component.columns = blockColumns;
  component.rows = blockRows;
  component.dc = dc;
  component.ac = ac;
  component.dcLimit = dcLimit;
}

/**
 * Begins an image of a size in pixels and in MCUs, to be reduced by 2 to the power of `reduction`, 0 to 3. All components
 * and tables are set. Returns the address for the data of its scan.
 */
export function begin(
  imageWidth: i32,
  imageHeight: i32,
  imageColumns: i32,
  imageRows: i32,
  reduction: i32,
  length: i32,
): usize {
  columns = imageColumns;
  rows = imageRows;
  width = (imageWidth + (1 << reduction) - 1) >> reduction;
  height = (imageHeight + (1 << reduction) - 1) >> reduction;
  free = (__heap_base + 15) & ~15;
  const luma = Component.at(0);
  for (let index = 0; index < 3; index++) {
    const component = Component.at(index);
    const isQuarter = index > 0 && luma.columns === 2 && luma.rows === 2;
    component.side = isQuarter && reduction > 0 ? 16 >> reduction : 8 >> reduction;
    component.stride = (rows * component.rows * component.side + 15) & ~15;
    component.plane = take(columns * component.columns * component.side * component.stride);
    setFactors(index);
  }
  data = take(length);
  return data;
}

/** Decodes the data. Returns whether it is complete and without damage. */
export function decode(length: i32, restart: i32): bool {
  const room = take(length + 2 * maxBlockBytes);
  return decodeScan(data, length, room, columns, rows, restart);
}

/** Makes the planes of chroma as large as that of luma. */
function enlargeChroma(): void {
  const luma = Component.at(0);
  for (let index = 1; index < 3; index++) {
    const component = Component.at(index);
    const doublesRows = luma.columns * luma.side > component.columns * component.side;
    const doublesWidth = luma.rows * luma.side > component.rows * component.side;
    if (!doublesRows && !doublesWidth) continue;
    const plane = take(width * luma.stride);
    const room = take(luma.stride * 2);
    enlarge(
      component.plane,
      component.stride,
      doublesRows,
      doublesWidth,
      plane,
      luma.stride,
      width,
      height,
      room,
    );
    component.plane = plane;
    component.stride = luma.stride;
  }
}

/** Reduces the columns or rows of all planes, which are rows in memory, to `count` of `whole` from `first` on. */
function reduce(from: i32, whole: i32, first: i32, count: i32, length: i32): void {
  const isSame = from === whole;
  if (!isSame) setWeights(take(weightBytes(from, whole, count)), from, whole, first, count);
  for (let index = 0; index < 3; index++) {
    const component = Component.at(index);
    if (isSame) {
      component.plane += first * component.stride;
      continue;
    }
    const plane = take((count + 8) * component.stride);
    reduceRows(component.plane, component.stride, length, plane, component.stride, count);
    component.plane = plane;
  }
}

/** Turns all planes upright. */
function turn(rowCount: i32, length: i32): void {
  for (let index = 0; index < 3; index++) {
    const component = Component.at(index);
    const stride = (rowCount + 15) & ~15;
    const plane = take((length + 8) * stride);
    transposed(component.plane, component.stride, rowCount, length, plane, stride);
    component.plane = plane;
    component.stride = stride;
  }
}

/**
 * Returns the address of the RGBA pixels of a part of the image, which is reduced to `wholeWidth` × `wholeHeight`. It can
 * be called once after `decode`.
 */
export function pixels(
  wholeWidth: i32,
  wholeHeight: i32,
  left: i32,
  top: i32,
  partWidth: i32,
  partHeight: i32,
): usize {
  enlargeChroma();
  reduce(width, wholeWidth, left, partWidth, height);
  turn(partWidth, height);
  reduce(height, wholeHeight, top, partHeight, partWidth);
  const result = take(partWidth * partHeight * 4);
  const y = Component.at(0);
  const cb = Component.at(1);
  const cr = Component.at(2);
  for (let row = 0; row < partHeight; row++)
    convertRow(
      y.plane + row * y.stride,
      cb.plane + row * cb.stride,
      cr.plane + row * cr.stride,
      partWidth,
      result + row * partWidth * 4,
    );
  return result;
}
