import type { Alternative, AnyOf, Attempt, Part } from './ranking.ts';
import { type Stretch, type Word, type Words, wholeWord } from './tokenize.ts';
import type { Vocabulary } from './vocabulary.ts';

/** The weights of other matches relative to the word itself: other forms, prefixes, misspellings, parts of a phrase. */
const worth = {
  stem: 0.9,
  prefix: 0.7,
  stemPrefix: 0.5,
  swapped: 0.5,
  misspelt: 0.4,
  pairs: 0.9,
  character: 0.6,
};
/** A shorter stem is a prefix of too many words. */
const minStem = 4;
/** Shorter words must match exactly: too many others differ by one letter. */
const minMisspelt = 4;
const minTwiceMisspelt = 7;

/** Yields attempts from the strictest: all words or prefixes, all words with misspellings, any of these. */
export function* attempts(query: Words, vocabulary: Vocabulary): Generator<Attempt> {
  const { words, stretches } = withoutStopWords(query);
  if (words.length + stretches.length === 0) return;
  const whole = stretches.map(stretchPart);
  yield { parts: [...words.map((word) => exactPart(word, vocabulary)), ...whole], needed: 'all' };
  const misspelt = words.map((word) => misspeltPart(word, vocabulary));
  if (words.length > 0) yield { parts: [...misspelt, ...whole], needed: 'all' };
  const pieces = stretches.flatMap(({ pairs, words: inside }) => [
    ...pairs.map((pair) => only(pair)),
    ...inside.filter((word) => word.length > 1).map((word) => only(wholeWord(word))),
  ]);
  yield { parts: [...misspelt, ...pieces], needed: 'any' };
}

function only(term: string): Part {
  return { any: [[term, 1]] };
}

function exactPart({ text, stem }: Word, vocabulary: Vocabulary): AnyOf {
  const beginnings = (form: string, weight: number) =>
    Array.from(
      vocabulary.beginningWith(form),
      (term): Alternative => [term, (weight * (1 + form.length / term.length)) / 2],
    );
  return {
    any: [
      [text, 1],
      [stem, worth.stem],
      ...beginnings(text, worth.prefix),
      ...(stem !== text && stem.length >= minStem ? beginnings(stem, worth.stemPrefix) : []),
    ],
  };
}

function misspeltPart(word: Word, vocabulary: Vocabulary): AnyOf {
  const { text, stem } = word;
  if (text.length < minMisspelt) return exactPart(word, vocabulary);
  const nearly = (form: string, maxEdits: number, weight: number) =>
    vocabulary
      .near(form, maxEdits)
      .map(({ term, edits }): Alternative => [term, weight / Math.max(1, edits)]);
  return {
    any: [
      ...exactPart(word, vocabulary).any,
      ...swaps(text).map((one): Alternative => [one, worth.swapped]),
      ...nearly(text, text.length >= minTwiceMisspelt ? 2 : 1, worth.misspelt),
      ...(stem !== text && stem.length >= minMisspelt ? nearly(stem, 1, worth.misspelt / 2) : []),
    ],
  };
}

/** Returns the word with each pair of adjacent letters swapped, which counts as two edits. */
function swaps(text: string): string[] {
  const letters = Array.from(text);
  return letters.slice(1).map((letter, index) => {
    const before = letters[index] ?? '';
    return [...letters.slice(0, index), letter, before, ...letters.slice(index + 2)].join('');
  });
}

/** A single character matches best as a whole word; longer text must match all pairs of adjacent characters. */
function stretchPart({ characters, pairs }: Stretch): Part {
  const [only = ''] = characters;
  if (pairs.length === 0) {
    return {
      any: [
        [wholeWord(only), 1],
        [only, worth.character],
      ],
    };
  }
  return { every: pairs.map((pair) => ({ any: [[pair, worth.pairs]] })) };
}

/** Stop words. */
const stopWords = new Set(
  'a an and for in my of on the to with best top в для и из на о по с лучшие'.split(' '),
);

/** Removes stop words from the query, unless it has no other words. */
function withoutStopWords({ words, stretches }: Words): Words {
  const significant = words.filter(({ text }) => !stopWords.has(text));
  return { words: significant.length + stretches.length > 0 ? significant : words, stretches };
}
