import type { Alternative, AnyOf, Attempt, Part } from './ranking.ts';
import { type Stretch, type Word, type Words, wholeWord } from './tokenize.ts';
import type { Vocabulary } from './vocabulary.ts';

/** What another form of a word is worth beside the word itself, a word that only begins so, and one that is misspelt. */
const worth = {
  stem: 0.9,
  prefix: 0.7,
  stemPrefix: 0.5,
  swapped: 0.5,
  misspelt: 0.4,
  pairs: 0.9,
  character: 0.6,
};
/** A shorter stem begins too many words. */
const minStem = 4;
/** Shorter words are looked for as they are: too many others are one letter away. */
const minMisspelt = 4;
const minTwiceMisspelt = 7;

/** From the strictest on: all words as they are, or as beginnings; all words, misspelt; any of them. */
export function* attempts(question: Words, vocabulary: Vocabulary): Generator<Attempt> {
  const { words, stretches } = withoutFillers(question);
  if (words.length + stretches.length === 0) return;
  const whole = stretches.map(stretchPart);
  yield { parts: [...words.map((word) => soundPart(word, vocabulary)), ...whole], needed: 'all' };
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

function soundPart({ text, stem }: Word, vocabulary: Vocabulary): AnyOf {
  const beginnings = (form: string, most: number) =>
    Array.from(
      vocabulary.beginningWith(form),
      (term): Alternative => [term, (most * (1 + form.length / term.length)) / 2],
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
  if (text.length < minMisspelt) return soundPart(word, vocabulary);
  const nearly = (form: string, maxEdits: number, most: number) =>
    vocabulary.near(form, maxEdits).map(({ term, edits }): Alternative => [term, most / Math.max(1, edits)]);
  return {
    any: [
      ...soundPart(word, vocabulary).any,
      ...swaps(text).map((one): Alternative => [one, worth.swapped]),
      ...nearly(text, text.length >= minTwiceMisspelt ? 2 : 1, worth.misspelt),
      ...(stem !== text && stem.length >= minMisspelt ? nearly(stem, 1, worth.misspelt / 2) : []),
    ],
  };
}

/** The word with two neighbouring letters in each other's place, which counts as two edits. */
function swaps(text: string): string[] {
  const letters = Array.from(text);
  return letters.slice(1).map((letter, index) => {
    const before = letters[index] ?? '';
    return [...letters.slice(0, index), letter, before, ...letters.slice(index + 2)].join('');
  });
}

/** A single character: better as a word than within one. More of them: all pairs of neighbours. */
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

/** Words that say nothing of what is looked for. */
const fillers = new Set(
  'a an and for in my of on the to with best top в для и из на о по с лучшие'.split(' '),
);

/** The question without them, unless there is nothing else in it. */
function withoutFillers({ words, stretches }: Words): Words {
  const telling = words.filter(({ text }) => !fillers.has(text));
  return { words: telling.length + stretches.length > 0 ? telling : words, stretches };
}
