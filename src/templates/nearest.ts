import { closest, distance } from 'fastest-levenshtein';

/** `; did you mean "…"?` where one of the words is close, else nothing. */
export function didYouMean(word: string, words: readonly string[]): string {
  if (word.length > 60 || words.length === 0) return '';
  const nearest = closest(word, words);
  return distance(word, nearest) <= Math.max(1, Math.ceil(word.length / 3))
    ? `; did you mean "${nearest}"?`
    : '';
}
