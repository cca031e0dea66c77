import type { Template } from '../../model/template.ts';
import type { Locale } from '../../model/words.ts';
import { type Field, fields, type Inverted, invert, type Postings } from './postings.ts';
import { Vocabulary } from './vocabulary.ts';
import { type Stretch, type Word, type Words, wholeWord, wordsOf } from './words.ts';

/** Finds templates by words of their titles, tags, categories and labels, in all languages; the best match first. */
export interface TemplateSearch<T> {
  /** @param locale whose titles go before those of the others */
  find(question: string, locale: Locale): readonly T[];
}

/** A title says what a template is about, a tag what it has to do with, a category roughly so, a label what is in it. */
const weights = { title: 8, foreignTitle: 6, tags: 3.5, category: 1.5, labels: 1 };
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
const leastStem = 4;
/** Shorter words are looked for as they are: too many others are one letter away. */
const leastMisspelt = 4;
const leastTwiceMisspelt = 7;

/** A term that will do for a word of the question, and what it is worth. */
type Alternative = readonly [term: string, worth: number];
/** What one part of the question may be found as. `every`: each of its own parts has to be there. */
interface AnyOf {
  readonly any: readonly Alternative[];
}
type Part = AnyOf | { readonly every: readonly Part[] };

/**
 * An index of its own, over typed arrays: a word that stands in half of ten thousand templates is found and ranked in
 * about a millisecond (`npm run --prefix bench search`), where libraries make an object of each hit.
 *
 * @param templates the more recommended one first: of equal matches it goes in front
 */
export async function templateSearch<T extends Template>(
  templates: readonly T[],
): Promise<TemplateSearch<T>> {
  const inverted = await invert(templates);
  // Chinese is not looked for by beginnings or nearly right.
  const vocabulary = await Vocabulary.of(
    [...inverted.postings.keys()].filter((term) => !/^[=\p{Script=Han}]/u.test(term)),
  );
  return {
    find(question, locale) {
      const words = withoutFillers(wordsOf(question));
      if (words.words.length + words.stretches.length === 0) return [];
      for (const { parts, needed } of attempts(words, vocabulary)) {
        const places = ranked(parts, needed, inverted, templates.length, weightsFor(locale));
        if (places.length > 0) return at(templates, places);
      }
      return [];
    },
  };
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

function at<T>(templates: readonly T[], places: Uint32Array): T[] {
  const found: T[] = [];
  for (const place of places) {
    const template = templates[place];
    if (template !== undefined) found.push(template);
  }
  return found;
}

interface Attempt {
  readonly parts: readonly Part[];
  readonly needed: 'all' | 'any';
}

/** From the strictest on: all words as they are, or as beginnings; all words, misspelt; any of them. */
function* attempts({ words, stretches }: Words, vocabulary: Vocabulary): Generator<Attempt> {
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
      ...(stem !== text && stem.length >= leastStem ? beginnings(stem, worth.stemPrefix) : []),
    ],
  };
}

function misspeltPart(word: Word, vocabulary: Vocabulary): AnyOf {
  const { text, stem } = word;
  if (text.length < leastMisspelt) return soundPart(word, vocabulary);
  const nearly = (form: string, mostEdits: number, most: number) =>
    vocabulary.near(form, mostEdits).map(({ term, edits }): Alternative => [term, most / Math.max(1, edits)]);
  return {
    any: [
      ...soundPart(word, vocabulary).any,
      ...swaps(text).map((one): Alternative => [one, worth.swapped]),
      ...nearly(text, text.length >= leastTwiceMisspelt ? 2 : 1, worth.misspelt),
      ...(stem !== text && stem.length >= leastMisspelt ? nearly(stem, 1, worth.misspelt / 2) : []),
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

type FieldWeights = readonly number[];

function weightsFor(locale: Locale): FieldWeights {
  const weightOf = (field: Field): number => {
    if (field === 'tags' || field === 'category' || field === 'labels') return weights[field];
    return field === `title.${locale}` ? weights.title : weights.foreignTitle;
  };
  return fields.map(weightOf);
}

/** The places of the templates that match, the best first. */
function ranked(
  parts: readonly Part[],
  needed: Attempt['needed'],
  inverted: Inverted,
  count: number,
  fieldWeights: FieldWeights,
): Uint32Array {
  const score = new Float32Array(count);
  const matched = new Uint8Array(count);
  for (const part of parts) {
    const found = scoresOf(part, inverted, count, fieldWeights);
    let hits = 0;
    for (let place = 0; place < count; place++) if ((found[place] ?? 0) > 0) hits++;
    // A word that few have says more (BM25's inverse document frequency).
    const rarity = Math.log(1 + (count - hits + 0.5) / (hits + 0.5));
    for (let place = 0; place < count; place++) {
      const value = found[place] ?? 0;
      if (value === 0) continue;
      score[place] = (score[place] ?? 0) + value * rarity;
      matched[place] = (matched[place] ?? 0) + 1;
    }
  }
  return inOrder(score, matched, needed === 'all' ? parts.length : 1);
}

/** How well one part of the question matches each place; 0: not. */
function scoresOf(part: Part, inverted: Inverted, count: number, fieldWeights: FieldWeights): Float32Array {
  const best = new Float32Array(count);
  if ('any' in part) {
    for (const [term, value] of part.any) {
      const postings = inverted.postings.get(term);
      if (postings) raise(best, postings, value, inverted, fieldWeights);
    }
    return best;
  }
  for (const [index, inner] of part.every.entries()) {
    const found = scoresOf(inner, inverted, count, fieldWeights);
    for (let place = 0; place < count; place++) {
      const [before, now] = [best[place] ?? 0, found[place] ?? 0];
      best[place] = index === 0 ? now : before > 0 && now > 0 ? before + now : 0;
    }
  }
  for (let place = 0; place < count; place++) best[place] = (best[place] ?? 0) / part.every.length;
  return best;
}

/** Sets each place to what a term is worth there, unless it has more already. */
function raise(
  best: Float32Array,
  { places, fieldBits }: Postings,
  value: number,
  { density }: Inverted,
  fieldWeights: FieldWeights,
): void {
  for (let at = 0; at < places.length; at++) {
    const place = places[at] ?? 0;
    let sum = 0;
    // Most terms stand in one field, so the bits are taken from the lowest on until none is left.
    for (let bits = fieldBits[at] ?? 0; bits !== 0; bits &= bits - 1) {
      const field = 31 - Math.clz32(bits & -bits);
      sum += (fieldWeights[field] ?? 0) * (density[field]?.[place] ?? 0);
    }
    if (sum * value > (best[place] ?? 0)) best[place] = sum * value;
  }
}

/** More places than this, and scores finer than this, do not fit together into a number. */
const mostPlaces = 2 ** 24;
const scoreSteps = 2 ** 20;

/** Sorted as numbers, each a score and a place: comparing pairs with a function takes ten times as long. */
function inOrder(score: Float32Array, matched: Uint8Array, least: number): Uint32Array {
  const best = score.reduce((most, value) => Math.max(most, value), 1e-9);
  const keys = new Float64Array(score.length);
  let length = 0;
  for (let place = 0; place < score.length; place++) {
    if ((matched[place] ?? 0) < least) continue;
    // The best first, and among equals the first.
    keys[length] = Math.round((1 - (score[place] ?? 0) / best) * scoreSteps) * mostPlaces + place;
    length += 1;
  }
  const sorted = keys.subarray(0, length).sort();
  return Uint32Array.from(sorted, (key) => key % mostPlaces);
}
