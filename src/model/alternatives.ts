/** Joins words into a list of alternatives: `a`, `a or b`, `a, b or c`. */
export function alternatives(words: readonly string[]): string {
  const [last = '', ...others] = words.toReversed();
  return others.length === 0 ? last : `${others.toReversed().join(', ')} or ${last}`;
}
