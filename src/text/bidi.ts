import type { Bidi } from 'bidi-js';
import * as bidiPackage from 'bidi-js';

// The package is CommonJS and exports the factory itself; its types declare otherwise.
const { default: bidiFactory }: { readonly default: unknown } = bidiPackage;
const bidi = (bidiFactory as () => Bidi)();

const mayRunRightToLeft =
  /[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufefe]|[\ud802\ud803\ud83a\ud83b]/;

/** Returns embedding levels (UAX #9) by UTF-16 index, or undefined for a text that is all left to right. */
export function bidiLevels(text: string): Uint8Array | undefined {
  return mayRunRightToLeft.test(text) ? bidi.getEmbeddingLevels(text).levels : undefined;
}
