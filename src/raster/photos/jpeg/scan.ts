/**
 * Decodes a sequential scan to planes. The data has to consist of exactly its MCUs, with each restart marker in its
 * place: decoders fill the gaps of damaged data differently, and not all of them report it.
 */
import { beginBits, bitsRead, block, difference, readBlock } from './blocks';
import { Component } from './component';
import { swapBytes } from './lanes';
import { transform } from './transform';

/** More than a block can take: 64 codes of 16 bits with coefficients of up to 11 bits, in bytes. */
export const maxBlockBytes: i32 = 256;

const firstRestart: i32 = 0xd0;

let source: usize = 0;
let sourceEnd: usize = 0;
let interval: usize = 0;

/**
 * Decodes all MCUs of `length` bytes of data at `data`. Up to 16 bytes after them are overwritten. Uses as much room at
 * `room`, and twice `maxBlockBytes`.
 */
export function decodeScan(
  data: usize,
  length: i32,
  room: usize,
  columns: i32,
  rows: i32,
  restart: i32,
): bool {
  source = data;
  sourceEnd = data + length;
  interval = room;
  // Neither a stuffed zero nor a restart.
  memory.fill(sourceEnd, 1, 16);
  // A damaged scan leaves its last block.
  memory.fill(block, 0, 128);
  const total = columns * rows;
  let done = 0;
  for (let marker = 0; done < total; marker++) {
    const length = copyInterval();
    const count = restart === 0 ? total : min(restart, total - done);
    if (!decodeMcus(done, count, columns, length)) return false;
    done += count;
    if (source === sourceEnd) return done === total;
    if (load<u8>(source, 1) !== firstRestart + (marker & 7)) return false;
    source += 2;
  }
  return false;
}

/**
 * Copies the data up to the next marker without stuffed zeros, followed by zeros, as words with the first byte on top.
 * Returns the number of bytes.
 */
function copyInterval(): i32 {
  let to = interval;
  while (source < sourceEnd) {
    const part = v128.load(source);
    v128.store(to, part);
    const marks = i8x16.bitmask(i8x16.eq(part, i8x16.splat(-1)));
    const plain = min(marks === 0 ? 16 : ctz(marks), <i32>(sourceEnd - source));
    source += plain;
    to += plain;
    if (plain === 16 || source === sourceEnd) continue;
    if (load<u8>(source, 1) !== 0) break;
    store<u8>(to++, 0xff);
    source += 2;
  }
  memory.fill(to, 0, maxBlockBytes + 16);
  for (let at = interval; at < to; at += 16) v128.store(at, swapBytes(v128.load(at)));
  return <i32>(to - interval);
}

function decodeMcus(first: i32, count: i32, columns: i32, length: i32): bool {
  beginBits(interval);
  for (let index = 0; index < 3; index++) Component.at(index).lastDc = 0;
  let column = first % columns;
  let row = first / columns;
  for (let mcu = 0; mcu < count; mcu++) {
    for (let index = 0; index < 3; index++) if (!decodeBlocks(index, column, row, length)) return false;
    if (++column === columns) {
      column = 0;
      row++;
    }
  }
  const read = bitsRead();
  return read > max(0, length * 8 - 8) && read <= length * 8;
}

function decodeBlocks(index: i32, column: i32, row: i32, length: i32): bool {
  const component = Component.at(index);
  for (let y = 0; y < component.rows; y++)
    for (let x = 0; x < component.columns; x++) {
      if (bitsRead() > length * 8) return false;
      const end = readBlock(component.dc, component.ac);
      if (end < 0) return false;
      const dc = component.lastDc + difference;
      if (abs(dc) > component.dcLimit) return false;
      component.lastDc = dc;
      store<i16>(block, <i16>dc);
      const left = (column * component.columns + x) * component.side;
      const top = (row * component.rows + y) * component.side;
      transform(index, end, component.plane + left * component.stride + top);
      memory.fill(block, 0, 128);
    }
  return true;
}
