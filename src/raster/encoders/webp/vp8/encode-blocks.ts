/** Encodes the luma of a macroblock in blocks of 4 × 4 pixels, each predicted from the decoded pixels around it. */
import { cornerY, decodedY, leftY, levels, sourceY } from './memory';
import { edge, lastDifference, predictBlock, predictionOf } from './predict-block';
import { lumaKind, quantise } from './quantise';
import { forward, inverse } from './transform';

/** The decoded pixels with those around them: a row above, a column to the left, and four pixels to the upper right. */
const area = memory.data(17 * 48, 16);
const stride: usize = 48;
/** The first pixel of the macroblock. */
const inside = area + stride + 16;

/** The mode of each block. */
export const blockModes = memory.data(16);

/** One block: its source, and what decoders see of it, in rows of four. There is room for the second block that transforms touch. */
const source = memory.data(32, 16);
const decoded = memory.data(64, 16);
const transformed = memory.data(64, 16);

/**
 * Encodes all blocks. Returns false as soon as the sum of their differences reaches `limit`; the macroblock is then better
 * predicted as a whole.
 *
 * @param above address of the 16 pixels above
 * @param upperRight the four pixels after those
 */
export function encodeBlocks(above: usize, upperRight: u32, limit: i32): bool {
  surround(above, upperRight);
  let sum = 0;
  for (let index = 0; index < 16; index++) {
    const row: usize = (index >> 2) * 4;
    const column: usize = (index & 3) * 4;
    const at = inside + row * stride + column;
    gather(sourceY + row * 16 + column);
    setEdge(at);
    const mode = predictBlock(source);
    sum += lastDifference;
    if (sum >= limit) return false;
    store<u8>(blockModes + index, <u8>mode);
    encodeBlock(predictionOf(mode), index);
    for (let line: usize = 0; line < 4; line++) store<u32>(at + line * stride, load<u32>(decoded + line * 4));
  }
  for (let line: usize = 0; line < 16; line++)
    v128.store(decodedY + line * 16, v128.load(inside + line * stride));
  return true;
}

function surround(above: usize, upperRight: u32): void {
  v128.store(inside - stride, v128.load(above));
  store<u8>(inside - stride - 1, load<u8>(cornerY));
  for (let line: usize = 0; line < 16; line++) store<u8>(inside + line * stride - 1, load<u8>(leftY + line));
  // Blocks at the right edge see the same pixels, since those to their own upper right come later.
  for (let line: usize = 0; line < 16; line += 4)
    store<u32>(inside + line * stride - stride + 16, upperRight);
}

/** Copies the pixels of a block, from rows of 16. */
function gather(at: usize): void {
  for (let line: usize = 0; line < 4; line++) store<u32>(source + line * 4, load<u32>(at + line * 16));
}

function setEdge(at: usize): void {
  for (let line: usize = 0; line < 4; line++) store<u8>(edge + 4 - line, load<u8>(at + line * stride - 1));
  store<u8>(edge, load<u8>(edge + 1));
  store<u8>(edge + 5, load<u8>(at - stride - 1));
  store<u64>(edge + 6, load<u64>(at - stride));
  store<u8>(edge + 14, load<u8>(edge + 13));
}

function encodeBlock(prediction: usize, index: i32): void {
  forward(source, prediction, 4, transformed);
  quantise(transformed, levels + index * 32, lumaKind);
  inverse(transformed, prediction, decoded, 4);
}
