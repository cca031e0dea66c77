import type { Pixels } from '../../../model/drawing.ts';
import { colorsOf } from '../colors.ts';
import { countsOf, finished, type StepCoder, setCode, stepCoder } from '../step-coder.ts';
import { inContainer } from './container.ts';
import { writePrefixCode } from './write-prefix-code.ts';

/** The copies that the format can express, in pixels. */
const [minLength, maxLength, maxDistance] = [2, 4096, (1 << 20) - 120];
/** The format's number of the transform that turns indices into colours. */
const colorIndexing = 3;
/** The lowest bit of green in a colour: the index of a pixel is its green. */
const greenBit = 8;
/** The minimum for which the format does not put several indices into one pixel. */
const minEntries = 17;
const cacheBits = 10;
/**
 * The symbols of the five alphabets: 256 values of green and 24 prefixes of lengths, red, blue, alpha, and prefixes of
 * distances.
 */
const symbolCounts = [256 + 24, 256, 256, 256, 40] as const;

/**
 * Encodes opaque pixels as lossless WebP, optimised for flat images: repetitions are copied, colours come from a
 * palette or, if there are more than 256, from a cache of recent ones, and there is no prediction. The bytes are the
 * same on every machine.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9649
 */
export function encodeFlat(pixels: Pixels): Uint8Array {
  return stepCoder.run((coder) => {
    const { width, height } = pixels;
    const at = coder.begin(width * height);
    new Int32Array(coder.memory.buffer, at).set(colorsOf(pixels));
    coder.findSteps(width, minLength, maxLength, maxDistance);
    coder.write(0x2f, 8);
    coder.write(width - 1, 14);
    coder.write(height - 1, 14);
    // No alpha, version 0.
    coder.write(0, 1 + 3);
    writeImage(coder, width);
    return inContainer('VP8L', [finished(coder)]);
  });
}

/** Writes the transforms and the image: indices of a palette if there are few colours. */
function writeImage(coder: StepCoder, width: number): void {
  const colors = coder.indexColors(greenBit);
  if (colors > 0) {
    const entries = Math.max(colors, minEntries);
    coder.write(1, 1);
    coder.write(colorIndexing, 2);
    coder.write(entries - 1, 8);
    coder.beginPalette(colors, entries);
    writeSteps(coder, entries, 'palette');
  }
  // No further transform.
  coder.write(0, 1);
  if (colors === 0) coder.useCache();
  coder.beginSteps();
  writeSteps(coder, width, colors > 0 ? 'indices' : 'colours');
}

/** Writes the size of the colour cache, one group of codes for the whole image, then the symbols. */
function writeSteps(coder: StepCoder, width: number, role: 'palette' | 'indices' | 'colours'): void {
  const hasCache = role === 'colours';
  coder.write(hasCache ? 1 : 0, 1);
  if (hasCache) coder.write(cacheBits, 4);
  if (role !== 'palette') coder.write(0, 1);
  coder.countWebp(width);
  for (const [alphabet, count] of symbolCounts.entries()) {
    const cached = hasCache && alphabet === 0 ? 1 << cacheBits : 0;
    setCode(coder, alphabet, writePrefixCode(coder, countsOf(coder, alphabet, count + cached)));
  }
  coder.appendWebp(width);
}
