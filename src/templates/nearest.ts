import { closest, distance } from 'fastest-levenshtein';

/** Returns `; did you mean "…"?` with the closest of the words, or nothing if none is close. */
export function didYouMean(word: string, words: readonly string[]): string {
  if (word.length > 60 || words.length === 0) return '';
  const nearest = closest(word, words);
  return distance(word, nearest) <= Math.max(1, Math.ceil(word.length / 3))
    ? `; did you mean "${nearest}"?`
    : '';
}
