import type { Pixels } from '../../../model/drawing.ts';
import { BitWriter } from '../bit-writer.ts';
import { colorsOf } from '../colors.ts';
import { type CopyLimits, findRepeats } from '../repeats.ts';
import { inContainer } from './container.ts';
import { indexColors } from './palette.ts';
import { writeSteps } from './write-steps.ts';

/** The copies that the format can express. */
const limits: CopyLimits = { minLength: 2, maxLength: 4096, maxDistance: (1 << 20) - 120 };
/** The format's number of the transform that turns indices into colours. */
const colorIndexing = 3;

/**
 * Encodes opaque pixels as lossless WebP, optimised for flat images: repetitions are copied, colours come from a
 * palette or, if there are more than 256, from a cache of recent ones, and there is no prediction. The bytes are the
 * same on every machine.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9649
 */
export function encodeFlat(pixels: Pixels): Uint8Array {
  const { width, height } = pixels;
  const out = new BitWriter();
  out.write(0x2f, 8);
  out.write(width - 1, 14);
  out.write(height - 1, 14);
  // No alpha, version 0.
  out.write(0, 1 + 3);
  writeImage(out, colorsOf(pixels), width);
  return inContainer('VP8L', [out.finish()]);
}

/** Writes the transforms and the image: indices of a palette if there are few colours. */
function writeImage(out: BitWriter, pixels: Int32Array, width: number): void {
  const steps = findRepeats(pixels, width, limits);
  const indexed = indexColors(steps);
  if (indexed) {
    const { palette } = indexed;
    out.write(1, 1);
    out.write(colorIndexing, 2);
    out.write(palette.count - 1, 8);
    writeSteps(out, palette, palette.count, 'palette');
  }
  // No further transform.
  out.write(0, 1);
  if (indexed) writeSteps(out, indexed.steps, width, 'image');
  else writeSteps(out, steps, width, 'image', pixels);
}
