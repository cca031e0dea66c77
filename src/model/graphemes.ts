import { limits } from './limits.ts';

/** Created on first use: loading its tables takes as long as all other checks at the start. */
let segmenter: Intl.Segmenter | undefined;

/**
 * Counts the graphemes in a text: the characters that a reader sees.
 *
 * @param max where counting stops: for a longer text the result is `max + 1`
 */
export function graphemesIn(text: string, max = Number.POSITIVE_INFINITY): number {
  let count = 0;
  for (const _ of segments(text)) {
    count += 1;
    if (count > max) break;
  }
  return count;
}

/**
 * Whether each grapheme of a text has at most `limits.codeUnitsPerGrapheme`. Unicode sets no bound: signs before a
 * number, the letters of a syllable and joined emoji make a chain of any length one grapheme.
 */
export function hasShortGraphemes(text: string): boolean {
  if (!mayBeLong.test(text)) return true;
  for (const { segment } of segments(text)) if (segment.length > limits.codeUnitsPerGrapheme) return false;
  return true;
}

/**
 * A long grapheme has at most one letter or syllable of those that usually stand alone, and half of its other code units
 * before or after it.
 */
const mayBeLong = new RegExp(
  `[^\\t-\\xa8\\xaa-\\xad\\xaf-\u02ff\u0370-\u0482\u3041-\u3096\u30a1-\u30fa\u3400-\u9fff\uac00-\ud7a3]{${limits.codeUnitsPerGrapheme / 2}}`,
);

function segments(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return segmenter.segment(text);
}

/**
 * Whether a text has at most that number of graphemes. Most texts are not counted, because their code units are few
 * enough.
 */
export function hasAtMost(graphemes: number, text: string): boolean {
  return text.length <= graphemes || graphemesIn(text, graphemes) <= graphemes;
}
