/** The transforms of the planes of a macroblock that is predicted as a whole. */
import * as block from './memory';
import { averagesKind, chromaKind, lumaKind, quantise } from './quantise';
import { forward, forwardAverages, inverse, inverseAverages } from './transform';

/** Transforms and quantises luma. Returns whether a level is not zero. */
export function transformLuma(): bool {
  for (let pair: usize = 0; pair < 8; pair++) {
    const offset = (pair >> 1) * 64 + (pair & 1) * 8;
    forward(block.sourceY + offset, block.predictedY + offset, 16, block.coefficients + pair * 64);
  }
  const averages = block.coefficients + block.averagesBlock * 32;
  forwardAverages(block.coefficients, averages);
  let isCoded = quantise(averages, block.levels + block.averagesBlock * 32, averagesKind);
  for (let index: usize = 0; index < 16; index++) {
    store<i16>(block.coefficients + index * 32, 0);
    if (quantise(block.coefficients + index * 32, block.levels + index * 32, lumaKind)) isCoded = true;
  }
  return isCoded;
}

/** Transforms and quantises chroma. Returns whether a level is not zero. */
export function transformChroma(): bool {
  const chroma = block.coefficients + block.chromaBlock * 32;
  for (let pair: usize = 0; pair < 2; pair++) {
    forward(block.sourceU + pair * 32, block.predictedU + pair * 32, 8, chroma + pair * 64);
    forward(block.sourceV + pair * 32, block.predictedV + pair * 32, 8, chroma + 128 + pair * 64);
  }
  let isCoded = false;
  for (let index: usize = 16; index < 24; index++)
    if (quantise(block.coefficients + index * 32, block.levels + index * 32, chromaKind)) isCoded = true;
  return isCoded;
}

/** Sets the decoded luma to what decoders make of the levels. */
export function reconstructLuma(): void {
  inverseAverages(block.coefficients + block.averagesBlock * 32, block.coefficients);
  for (let pair: usize = 0; pair < 8; pair++) {
    const offset = (pair >> 1) * 64 + (pair & 1) * 8;
    inverse(block.coefficients + pair * 64, block.predictedY + offset, block.decodedY + offset, 16);
  }
}

/** Sets the decoded chroma to what decoders make of the levels. */
export function reconstructChroma(): void {
  const chroma = block.coefficients + block.chromaBlock * 32;
  for (let pair: usize = 0; pair < 2; pair++) {
    inverse(chroma + pair * 64, block.predictedU + pair * 32, block.decodedU + pair * 32, 8);
    inverse(chroma + 128 + pair * 64, block.predictedV + pair * 32, block.decodedV + pair * 32, 8);
  }
}
