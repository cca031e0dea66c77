import type { Part, Term } from './ranking.ts';
import { inRussianLetters, onOtherKeyboard } from './readings.ts';
import { isStopWord, synonymsOf } from './synonyms.ts';
import {
  han,
  pinyinTerm,
  plainText,
  type Stretch,
  type Word,
  type Words,
  wholeWord,
  wordOf,
  wordsOf,
} from './tokenize.ts';
import type { Vocabulary } from './vocabulary.ts';

/** One way to match a query: its parts, and whether all of them are required. */
export interface Attempt {
  readonly parts: readonly Part[];
  readonly needed: 'all' | 'any';
}

/** The weights of other matches relative to the word itself: other forms, prefixes, misspellings, other readings. */
const worth = {
  stem: 0.9,
  prefix: 0.6,
  stemPrefix: 0.4,
  swapped: 0.5,
  misspelt: 0.4,
  character: 0.6,
  pairs: 0.9,
  synonym: 0.45,
  reading: 0.8,
};
/** A shorter stem is a prefix of too many words. */
const minStem = 4;
/** Shorter words must match exactly: too many others differ by one letter. */
const minMisspelt = 4;
const minTwiceMisspelt = 7;
/** Shorter words are not read in another way. */
const minReading = 3;
/** A short word on the other keyboard, or in other letters, must match exactly. */
const minGuess = 6;

/** A word of a query between spaces, with everything that it may be, the likeliest first. */
type Chunk = readonly Words[];

/** Returns the term of a Chinese word's Pinyin. */
type Spelling = (word: string) => string;

/**
 * Yields attempts from the strictest: all words or prefixes, all words with misspellings, any of these.
 *
 * @param spelledOut for queries in Chinese
 */
export function* attempts(query: string, vocabulary: Vocabulary, spelledOut?: Spelling): Generator<Attempt> {
  const texts = plainText(query)
    .split(/\s+/u)
    .filter((text) => text !== '');
  const syllables = pinyinTerm(wordsOf(texts.join('')).words[0]?.text ?? '');
  if (texts.length > 1 && vocabulary.has(syllables)) yield { parts: [[syllables, 1]], needed: 'all' };
  const chunks = withoutStopWords(texts.map(readingsOf).filter((chunk) => chunk.length > 0));
  if (chunks.length === 0) return;
  const strict = { word: exactly, stretch: (stretch: Stretch) => [wholeStretch(stretch)] };
  yield { parts: chunks.map((chunk) => chunkPart(chunk, strict, vocabulary)), needed: 'all' };
  const misspelt = { word: nearly, stretch: (stretch: Stretch) => stretchWords(stretch, spelledOut) };
  const parts = chunks.map((chunk) => chunkPart(chunk, misspelt, vocabulary));
  yield { parts, needed: 'all' };
  const pieces = chunks.flatMap(([typed]) => typed?.stretches.flatMap(stretchPieces) ?? []);
  yield { parts: [...parts, ...pieces], needed: 'any' };
}

function readingsOf(text: string): Chunk {
  const readings = [wordsOf(text)];
  if (text.length >= minReading && !han.test(text) && /\p{L}/u.test(text)) {
    readings.push(wordsOf(onOtherKeyboard(text)));
    if (/[a-z]/u.test(text)) readings.push(wordsOf(inRussianLetters(text)));
  }
  return readings.filter(({ words, stretches }) => words.length + stretches.length > 0);
}

interface Match {
  readonly word: (word: Word, vocabulary: Vocabulary) => readonly Part[];
  readonly stretch: (stretch: Stretch) => readonly Part[];
}

function chunkPart(chunk: Chunk, { word, stretch }: Match, vocabulary: Vocabulary): Part {
  return {
    any: chunk.map(({ words, stretches }, place) => ({
      all: [
        ...words.map((one) => ({
          any: (place > 0 && one.text.length < minGuess ? exactly : word)(one, vocabulary),
        })),
        ...stretches.flatMap(stretch),
      ],
      worth: place === 0 ? 1 : worth.reading,
    })),
  };
}

function exactly(word: Word, vocabulary: Vocabulary): Part[] {
  const { text, stem } = word;
  // A short stem of a long word is also that of others: animation has that of animal.
  const share = (stem.length / text.length) ** 2;
  return [
    [text, 1],
    [stem, worth.stem * share],
    ...beginnings(text, worth.prefix, vocabulary),
    ...(stem !== text && stem.length >= minStem
      ? beginnings(stem, worth.stemPrefix * share, vocabulary)
      : []),
    [pinyinTerm(text), worth.reading],
    ...(text.length >= minStem ? beginnings(pinyinTerm(text), worth.stemPrefix, vocabulary) : []),
    ...synonymParts(word),
  ];
}

function beginnings(form: string, weight: number, vocabulary: Vocabulary): Term[] {
  return Array.from(vocabulary.beginningWith(form), (term) => [
    term,
    (weight * (1 + form.length / term.length)) / 2,
  ]);
}

function synonymParts(word: Word): Part[] {
  return synonymsOf(word).map((synonym) => {
    const { words, stretches } = wordsOf(synonym);
    return {
      all: [...words.map(wordPart), ...stretches.map((one) => ({ any: stretchParts(one) }))],
      worth: worth.synonym,
    };
  });
}

/** The stems of synonyms count less: that of animation is that of animal. */
function wordPart({ text, stem }: Word): Part {
  const terms: Term[] = [
    [text, 1],
    [stem, worth.synonym],
  ];
  return { any: terms };
}

function nearly(word: Word, vocabulary: Vocabulary): readonly Part[] {
  const { text, stem } = word;
  const exact = exactly(word, vocabulary);
  if (text.length < minMisspelt) return exact;
  const near = (form: string, maxEdits: number, weight: number) =>
    vocabulary.near(form, maxEdits).map(({ term, edits }): Term => [term, weight / Math.max(1, edits)]);
  return [
    ...exact,
    ...swaps(text).map((one): Term => [one, worth.swapped]),
    ...near(text, text.length >= minTwiceMisspelt ? 2 : 1, worth.misspelt),
    ...(stem !== text && stem.length >= minMisspelt ? near(stem, 1, worth.misspelt / 2) : []),
  ];
}

/** Returns the word with each pair of adjacent letters swapped, which counts as two edits. */
function swaps(text: string): string[] {
  const letters = Array.from(text);
  return letters.slice(1).map((letter, index) => {
    const before = letters[index] ?? '';
    return [...letters.slice(0, index), letter, before, ...letters.slice(index + 2)].join('');
  });
}

function wholeStretch(stretch: Stretch): Part {
  return { any: [...stretchParts(stretch), ...synonymParts(wordOf(stretch.characters.join('')))] };
}

/** A single character matches best as a whole word; longer text must match all pairs of adjacent characters. */
function stretchParts({ characters, pairs }: Stretch): Part[] {
  const text = characters.join('');
  return [
    [wholeWord(text), 1],
    pairs.length === 0
      ? [text, worth.character]
      : { all: pairs.map((pair): Term => [pair, 1]), worth: worth.pairs },
  ];
}

/** Returns the words of a sentence that mean something, or what sounds like it: an input method offers wrong characters. */
function stretchWords({ characters, words }: Stretch, spelledOut?: Spelling): Part[] {
  const significant = words.filter((word) => !isStopWord(word));
  const parts = (significant.length > 0 ? significant : words).flatMap((word) =>
    wordsOf(word).stretches.map(wholeStretch),
  );
  const sound: Part[] = spelledOut ? [[spelledOut(characters.join('')), worth.misspelt]] : [];
  return [{ any: [{ all: parts, worth: 1 }, ...sound] }];
}

function stretchPieces({ pairs, words }: Stretch): Term[] {
  const whole = words.filter((word) => word.length > 1 && !isStopWord(word)).map(wholeWord);
  return [...pairs, ...whole].map((term) => [term, 1]);
}

/** Removes stop words from the query, unless it has no other words. */
function withoutStopWords(chunks: readonly Chunk[]): readonly Chunk[] {
  const significant = chunks.filter(
    ([typed]) =>
      typed === undefined || typed.stretches.length > 0 || !typed.words.every(({ text }) => isStopWord(text)),
  );
  return significant.length > 0 ? significant : chunks;
}
