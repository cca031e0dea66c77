/** Created on first use: loading its tables takes as long as all other checks at the start. */
let segmenter: Intl.Segmenter | undefined;

/**
 * Counts the graphemes in a text: the characters that a reader sees.
 *
 * @param max where counting stops: for a longer text the result is `max + 1`
 */
export function graphemesIn(text: string, max = Number.POSITIVE_INFINITY): number {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  let count = 0;
  for (const _ of segmenter.segment(text)) {
    count += 1;
    if (count > max) break;
  }
  return count;
}

/**
 * Whether a text has at most that number of graphemes. Most texts are not counted, because their code units are few
 * enough.
 */
export function hasAtMost(graphemes: number, text: string): boolean {
  return text.length <= graphemes || graphemesIn(text, graphemes) <= graphemes;
}
