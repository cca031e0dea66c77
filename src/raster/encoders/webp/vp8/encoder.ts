/**
 * Encodes a frame of VP8 for boards with photos: one pass over the macroblocks, then the header, the modes and the tokens.
 * Macroblocks of one colour, most of a board, are recognised before anything else is done for them.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6386
 */
import { convert, isFlat } from './convert';
import { blockModes, encodeBlocks } from './encode-blocks';
import { addHeader, blockModeOf, coded, inBlocks, modeBytes } from './header';
import * as block from './memory';
import { reconstructChroma, reconstructLuma, transformChroma, transformLuma } from './planes';
import { averageMode, lastDifference, predictChroma, predictLuma, setNeighbours } from './predict';
import { setQuantiser } from './quantise';
import { addBlock, beginTokens, maxTokenBytes, tokensEnd, writeTokens } from './tokens';

/** Kinds of blocks, as tokens count them. */
const lumaTokens: i32 = 0;
const averagesTokens: i32 = 1;
const chromaTokens: i32 = 2;
const blockTokens: i32 = 3;

/** Sums of differences: below the first, blocks are not tried, and by the second they have to be better. */
const worthBlocks: i32 = 400;
const blocksCost: i32 = 150;

/** The modes of the blocks of a macroblock that is predicted as a whole. */
const wholeModes = memory.data(16);

/** A macroblock that reaches beyond the image, with the last pixels repeated. */
const padded = memory.data(16 * 64, 16);
const paddedStride: i32 = 64;

/** Which of the 9 blocks at the left edge of a macroblock are not zero: 4 of luma, 2 of each chroma plane, the averages. */
const leftMarks = memory.data(9);
const marks: i32 = 9;

let width: i32 = 0;
let height: i32 = 0;
let columns: i32 = 0;
let quantiser: i32 = 0;
let row: i32 = 0;

/** Addresses: pixels of one row of macroblocks, pixels above, marks above, modes, tokens, and what `finish` writes. */
let pixels: usize = 0;
let aboveY: usize = 0;
let aboveU: usize = 0;
let aboveV: usize = 0;
let aboveMarks: usize = 0;
let modes: usize = 0;
let nextMode: usize = 0;
let tokensStart: usize = 0;
let firstPartition: usize = 0;
let secondPartition: usize = 0;
let end: usize = 0;

/** The pixels above the next macroblock. */
let borderY: usize = 0;
let borderU: usize = 0;
let borderV: usize = 0;

/** Makes room up to an address. */
function reserve(address: usize): void {
  const missing = <i32>(address >> 16) + 1 - memory.size();
  if (missing > 0 && memory.grow(missing) < 0) unreachable();
}

/** Begins a frame of at most 16 383 × 16 383 pixels. Returns the address for the RGBA pixels of the next 16 rows. */
export function begin(frameWidth: i32, frameHeight: i32, frameQuantiser: i32): usize {
  width = frameWidth;
  height = frameHeight;
  columns = (width + 15) >> 4;
  const rows = (height + 15) >> 4;
  quantiser = frameQuantiser;
  row = 0;
  setQuantiser(quantiser);
  pixels = (__heap_base + 15) & ~15;
  aboveY = pixels + width * 64 + 64;
  aboveU = aboveY + columns * 16;
  aboveV = aboveU + columns * 8;
  aboveMarks = aboveV + columns * 8;
  modes = aboveMarks + columns * marks;
  nextMode = modes;
  tokensStart = (modes + columns * rows * modeBytes + 1) & ~1;
  reserve(tokensStart);
  memory.fill(aboveY, 127, columns * 32);
  memory.fill(aboveMarks, 0, columns * marks);
  beginTokens(tokensStart);
  return pixels;
}

/** Encodes the next 16 rows of pixels, or as many as are left. */
export function encodeRows(): void {
  const rows = min(16, height - row * 16);
  memory.fill(block.leftY, 129, 16);
  memory.fill(block.leftU, 129, 8);
  memory.fill(block.leftV, 129, 8);
  const corner: u8 = row === 0 ? 127 : 129;
  store<u8>(block.cornerY, corner);
  store<u8>(block.cornerU, corner);
  store<u8>(block.cornerV, corner);
  memory.fill(leftMarks, 0, marks);
  for (let column = 0; column < columns; column++) {
    reserve(tokensEnd() + maxTokenBytes);
    setNeighbours(row > 0, column > 0);
    borderY = aboveY + column * 16;
    borderU = aboveU + column * 8;
    borderV = aboveV + column * 8;
    const from = pixels + column * 64;
    const isInside = rows === 16 && column * 16 + 16 <= width;
    if (!isInside) pad(from, min(16, width - column * 16), rows);
    encodeMacroblock(
      isInside ? from : padded,
      isInside ? <usize>width * 4 : paddedStride,
      aboveMarks + column * marks,
      column,
    );
  }
  row++;
}

function pad(from: usize, padColumns: i32, padRows: i32): void {
  for (let y = 0; y < 16; y++)
    for (let x = 0; x < 16; x++) {
      const at = from + min(y, padRows - 1) * width * 4 + min(x, padColumns - 1) * 4;
      store<u32>(padded + y * paddedStride + x * 4, load<u32>(at));
    }
}

function encodeMacroblock(from: usize, stride: usize, above: usize, column: i32): void {
  convert(from, stride);
  if (isFlat(from, stride) && isContinued()) {
    memory.fill(wholeModes, blockModeOf(averageMode), 16);
    skip(above, averageMode);
    keepBorders(block.sourceY, block.sourceU, block.sourceV);
    return;
  }
  const lumaMode = predictLuma(borderY);
  const difference = lastDifference;
  const chromaMode = predictChroma(borderU, borderV);
  // Blocks have sixteen modes to write.
  if (difference > worthBlocks && encodeBlocks(borderY, upperRight(column), difference - blocksCost)) {
    transformChroma();
    addModes(inBlocks | chromaMode, blockModes);
    for (let index = 0; index < 16; index++)
      addMarked(index, blockTokens, 0, above + (index & 3), leftMarks + (index >> 2));
    addChromaTokens(above);
    reconstructChroma();
    keepBorders(block.decodedY, block.decodedU, block.decodedV);
    return;
  }
  memory.fill(wholeModes, blockModeOf(lumaMode), 16);
  const macroblockModes = (lumaMode << 2) | chromaMode;
  const isLumaCoded = transformLuma();
  const isChromaCoded = transformChroma();
  if (isLumaCoded || isChromaCoded) {
    addModes(coded | macroblockModes, wholeModes);
    addMarked(block.averagesBlock, averagesTokens, 0, above + 8, leftMarks + 8);
    for (let index = 0; index < 16; index++)
      addMarked(index, lumaTokens, 1, above + (index & 3), leftMarks + (index >> 2));
    addChromaTokens(above);
    reconstructLuma();
    reconstructChroma();
    keepBorders(block.decodedY, block.decodedU, block.decodedV);
  } else {
    skip(above, macroblockModes);
    keepBorders(block.predictedY, block.predictedU, block.predictedV);
  }
}

/** Returns the pixels above the next macroblock; at the right edge, the last one above this macroblock. */
function upperRight(column: i32): u32 {
  if (column + 1 < columns) return load<u32>(borderY + 16);
  return <u32>load<u8>(borderY + 15) * 0x01010101;
}

/** Keeps the modes of a macroblock for the header. */
function addModes(macroblockModes: i32, ofBlocks: usize): void {
  store<u8>(nextMode, <u8>macroblockModes);
  memory.copy(nextMode + 1, ofBlocks, 16);
  nextMode += modeBytes;
}

/** Ends a macroblock that is as predicted. */
function skip(above: usize, macroblockModes: i32): void {
  addModes(macroblockModes, wholeModes);
  memory.fill(above, 0, marks);
  memory.fill(leftMarks, 0, marks);
}

/** Returns whether the pixels above and to the left have the one colour of a flat macroblock. */
function isContinued(): bool {
  const y = v128.load(block.sourceY);
  const u = load<u64>(block.sourceU);
  const v = load<u64>(block.sourceV);
  return (
    i8x16.all_true(i8x16.eq(y, v128.load(borderY))) &&
    i8x16.all_true(i8x16.eq(y, v128.load(block.leftY))) &&
    load<u64>(borderU) === u &&
    load<u64>(block.leftU) === u &&
    load<u64>(borderV) === v &&
    load<u64>(block.leftV) === v
  );
}

function addChromaTokens(above: usize): void {
  for (let index = 0; index < 8; index++) {
    const plane = 4 + (index >> 2) * 2;
    addMarked(
      16 + index,
      chromaTokens,
      0,
      above + plane + (index & 1),
      leftMarks + plane + ((index >> 1) & 1),
    );
  }
}

function addMarked(index: i32, kind: i32, first: i32, above: usize, left: usize): void {
  const context = <i32>load<u8>(above) + <i32>load<u8>(left);
  const mark = addBlock(block.levels + index * 32, kind, first, context);
  store<u8>(above, <u8>mark);
  store<u8>(left, <u8>mark);
}

/** Keeps the last row and column of a macroblock for its neighbours. */
function keepBorders(y: usize, u: usize, v: usize): void {
  store<u8>(block.cornerY, load<u8>(borderY + 15));
  store<u8>(block.cornerU, load<u8>(borderU + 7));
  store<u8>(block.cornerV, load<u8>(borderV + 7));
  for (let line: usize = 0; line < 16; line++) store<u8>(block.leftY + line, load<u8>(y + line * 16 + 15));
  for (let line: usize = 0; line < 8; line++) {
    store<u8>(block.leftU + line, load<u8>(u + line * 8 + 7));
    store<u8>(block.leftV + line, load<u8>(v + line * 8 + 7));
  }
  v128.store(borderY, v128.load(y + 240));
  store<u64>(borderU, load<u64>(u + 56));
  store<u64>(borderV, load<u64>(v + 56));
}

/** Ends the frame, after all rows. Returns the address of its first partition; the second follows. */
export function finish(): usize {
  const headerStart = tokensEnd();
  reserve(headerStart + 20_000 + (nextMode - modes) * 16);
  addHeader(quantiser, modes, nextMode, columns);
  const headerEnd = tokensEnd();
  // A token becomes less than its two bytes.
  firstPartition = headerEnd;
  reserve(firstPartition + (headerEnd - tokensStart) + 64);
  secondPartition = writeTokens(headerStart, headerEnd, firstPartition);
  end = writeTokens(tokensStart, headerStart, secondPartition);
  return firstPartition;
}

/** Returns the bytes of the first partition. */
export function firstLength(): usize {
  return secondPartition - firstPartition;
}

/** Returns the bytes of both partitions. */
export function length(): usize {
  return end - firstPartition;
}
