const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * How many characters a reader counts in a text.
 *
 * @param most so far it is counted: texts with more have one more
 */
export function graphemesIn(text: string, most = Number.POSITIVE_INFINITY): number {
  let count = 0;
  for (const _ of segmenter.segment(text)) {
    count += 1;
    if (count > most) break;
  }
  return count;
}
