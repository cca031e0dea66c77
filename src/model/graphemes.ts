/** Made when it is first needed: reading its tables takes as long as the rest of the checks of a start. */
let segmenter: Intl.Segmenter | undefined;

/**
 * How many characters a reader counts in a text.
 *
 * @param most so far it is counted: texts with more have one more
 */
export function graphemesIn(text: string, most = Number.POSITIVE_INFINITY): number {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  let count = 0;
  for (const _ of segmenter.segment(text)) {
    count += 1;
    if (count > most) break;
  }
  return count;
}

/** Whether a reader counts at most so many characters in a text. Most texts need no counting: they have no more code units. */
export function hasAtMost(graphemes: number, text: string): boolean {
  return text.length <= graphemes || graphemesIn(text, graphemes) <= graphemes;
}
