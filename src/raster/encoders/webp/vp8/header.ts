import { addBlockMode, averageBlock, gradientBlock, horizontalBlock, verticalBlock } from './block-modes';
import { gradientMode, horizontalMode, verticalMode } from './predict';
import { chromaQuantiser } from './quantise';
import { addFixed, addNumber, addProbabilities } from './tokens';

/** Marks the modes of a macroblock with tokens; the lower bits are the mode of luma and that of chroma, two bits each. */
export const coded: i32 = 16;
/** Marks those of a macroblock whose luma is predicted in blocks; it has tokens. */
export const inBlocks: i32 = 32 | coded;
/** The modes of a macroblock: one byte, and the mode of each block. */
export const modeBytes: i32 = 1 + 16;

/** Returns the mode of blocks that is like a mode of macroblocks. */
export function blockModeOf(mode: i32): u8 {
  if (mode === verticalMode) return <u8>verticalBlock;
  if (mode === horizontalMode) return <u8>horizontalBlock;
  return <u8>(mode === gradientMode ? gradientBlock : averageBlock);
}

/** Adds the header of the frame, and the modes of its macroblocks, which lie between two addresses. */
export function addHeader(quantiser: i32, modes: usize, end: usize, columns: i32): void {
  // The colour space, and that pixels are clamped; no segments; no loop filter: with a fine quantiser it only blurs.
  addNumber(0, 2 + 1 + 1 + 6 + 3 + 1);
  // One partition of tokens.
  addNumber(0, 2);
  addNumber(quantiser, 7);
  // The same quantiser for all kinds of coefficients but the averages of chroma.
  addNumber(0, 3);
  addNumber(1, 1);
  addNumber(abs(chromaQuantiser - quantiser), 4);
  addNumber(chromaQuantiser < quantiser ? 1 : 0, 1);
  addNumber(0, 1);
  // Probabilities do not last beyond this frame.
  addNumber(0, 1);
  addProbabilities();
  let count = 0;
  for (let at = modes; at < end; at += modeBytes) count += load<u8>(at) & coded ? 1 : 0;
  const codedShare = max(1, min(255, (count * 255) / (<i32>(end - modes) / modeBytes)));
  addNumber(1, 1);
  addNumber(codedShare, 8);
  let index = 0;
  for (let at = modes; at < end; at += modeBytes) {
    const above = index < columns ? outside : at - columns * modeBytes;
    const left = index % columns === 0 ? outside : at - modeBytes;
    addModes(at, above, left, codedShare);
    index++;
  }
}

/** The modes outside the image: averages. */
const outside = memory.data(17);

/** @see https://www.rfc-editor.org/rfc/rfc6386#section-11.2 */
function addModes(at: usize, above: usize, left: usize, codedShare: i32): void {
  const stored: i32 = load<u8>(at);
  addFixed(stored & coded ? 0 : 1, codedShare);
  const isInBlocks = (stored & inBlocks) === inBlocks;
  addFixed(isInBlocks ? 0 : 1, 145);
  if (isInBlocks) addBlockModes(at + 1, above + 1, left + 1);
  else addLumaMode((stored >> 2) & 3);
  const chroma = stored & 3;
  addFixed(chroma !== 0 ? 1 : 0, 142);
  if (chroma === 0) return;
  addFixed(chroma !== verticalMode ? 1 : 0, 114);
  if (chroma !== verticalMode) addFixed(chroma !== horizontalMode ? 1 : 0, 183);
}

function addLumaMode(mode: i32): void {
  const isLater = mode === horizontalMode || mode === gradientMode;
  addFixed(isLater ? 1 : 0, 156);
  if (isLater) addFixed(mode === gradientMode ? 1 : 0, 128);
  else addFixed(mode === verticalMode ? 1 : 0, 163);
}

function addBlockModes(at: usize, above: usize, left: usize): void {
  for (let index: usize = 0; index < 16; index++) {
    const upper = index < 4 ? above + 12 + index : at + index - 4;
    const before = (index & 3) === 0 ? left + index + 3 : at + index - 1;
    addBlockMode(load<u8>(at + index), load<u8>(upper), load<u8>(before));
  }
}
