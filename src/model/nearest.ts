import { closest, distance } from 'fastest-levenshtein';

/** Returns the closest of the words, or undefined if none is close. Case and what joins words make no difference. */
export function nearestOf(word: string, words: readonly string[]): string | undefined {
  if (word.length > 60 || words.length === 0) return undefined;
  const plain = simplify(word);
  const candidates = words.map(simplify);
  const nearest = closest(plain, candidates);
  // Words that share no letter are not close, however short.
  const tolerance = Math.min(
    Math.max(1, Math.ceil(plain.length / 3)),
    Math.max(plain.length, nearest.length) - 1,
  );
  return distance(plain, nearest) <= tolerance ? words[candidates.indexOf(nearest)] : undefined;
}

/** Returns `; did you mean "…"?` with the closest of the words, or nothing if none is close. */
export function didYouMean(word: string, words: readonly string[]): string {
  const nearest = nearestOf(word, words);
  return nearest === undefined ? '' : `; did you mean "${nearest}"?`;
}

/** Normalizes a word, so that `aspect_ratio` and `AspectRatio` match `aspectRatio`. */
function simplify(word: string): string {
  return word.toLowerCase().replace(/[_\- ]/g, '');
}
