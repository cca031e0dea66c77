import { indexSteps } from '../index-steps.ts';
import type { Steps } from '../repeats.ts';

/** The colours of an image, and its steps with indices in place of colours. */
export interface Indexed {
  /** Literal steps, one for each entry: its difference from the entry before, channel by channel. */
  readonly palette: Steps;
  readonly steps: Steps;
}

/** The minimum for which the format does not put several indices into one pixel. */
const minEntries = 17;

/** The place of green in a colour: the index of a pixel is its green. */
const greenBit = 8;

/**
 * Replaces each literal colour by its index in a palette. Returns `undefined` if there are too many colours.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9649#name-color-indexing-transform
 */
export function indexColors(steps: Steps): Indexed | undefined {
  const indexed = indexSteps(steps, greenBit);
  return indexed && { palette: differences(indexed.palette.colors), steps: indexed.steps };
}

function differences(colors: readonly number[]): Steps {
  const count = Math.max(colors.length, minEntries);
  const values = new Int32Array(count);
  for (const [index, color] of colors.entries()) values[index] = difference(color, colors[index - 1] ?? 0);
  return { count, lengths: new Int32Array(count), values };
}

/** Subtracts each byte of a colour from that of another, modulo 256. */
function difference(color: number, from: number): number {
  const even = (color | 0xff00ff00) - (from & 0x00ff00ff);
  const odd = ((color >>> 8) | 0xff00ff00) - ((from >>> 8) & 0x00ff00ff);
  return (even & 0x00ff00ff) | ((odd & 0x00ff00ff) << 8);
}
