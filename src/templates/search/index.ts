import MiniSearch, { type Query, type SearchOptions } from 'minisearch';
import type { Template } from '../../model/template.ts';
import { type Locale, locales } from '../../model/words.ts';
import { termsOf, type Word, type Words, wordsOf } from './words.ts';

/** Finds templates by words of their titles, tags and labels, in all languages; the best match first. */
export interface TemplateSearch {
  /** @param locale whose titles go before those of the others */
  find(question: string, locale: Locale): readonly number[];
}

type TitleField = `title.${Locale}`;
type Field = TitleField | 'tags' | 'labels';

const fields: readonly Field[] = [
  ...locales.map((locale): TitleField => `title.${locale}`),
  'tags',
  'labels',
];
/** A title says what a template is about, a tag what it has to do with, a label what is in it. */
const weights = { title: 8, foreignTitle: 6, tags: 3, labels: 1 };
/** What another form of a word is worth beside the word itself, a word that only begins so, and one that is misspelt. */
const worth = { stem: 0.9, prefix: 0.6, misspelt: 0.3, swapped: 0.5 };
/** A shorter word is looked for as it is: too much begins with one letter, or is one letter away from three. */
const leastLength = { prefix: 2, misspelt: 4, twiceMisspelt: 7 };

/** @param templates the more recommended one first: of equal matches it goes in front */
export function templateSearch(templates: readonly Template[]): TemplateSearch {
  const index = new MiniSearch<Template>({
    fields: [...fields],
    extractField: (template, field) => (field === 'id' ? String(template.id) : textOf(template, field)),
    tokenize: termsOf,
    processTerm: (term) => term,
  });
  index.addAll(templates);
  const rank = new Map(templates.map(({ id }, position) => [String(id), position]));

  function ask(query: Query, locale: Locale): number[] {
    const found = index.search(query, { boost: boosts(locale) });
    const best = found.sort(
      (a, b) => b.score - a.score || (rank.get(String(a.id)) ?? 0) - (rank.get(String(b.id)) ?? 0),
    );
    return best.map(({ id }) => Number(id));
  }

  return {
    find(question, locale) {
      const words = wordsOf(question);
      if (words.words.length + words.stretches.length === 0) return [];
      for (const query of questions(words)) {
        const found = ask(query, locale);
        if (found.length > 0) return found;
      }
      return [];
    },
  };
}

function textOf({ title, tags, items }: Template, field: string): string {
  const locale = locales.find((one) => field === `title.${one}`);
  if (locale) return title[locale];
  if (field === 'tags') return tags.join('\n');
  // Names are often the same in two languages.
  return [...new Set(items.flatMap(({ label }) => locales.map((one) => label[one])))].join('\n');
}

function boosts(locale: Locale): Record<string, number> {
  const titles = locales.map((one) => [
    `title.${one}`,
    one === locale ? weights.title : weights.foreignTitle,
  ]);
  return { ...Object.fromEntries(titles), tags: weights.tags, labels: weights.labels };
}

/**
 * What is tried, from the strictest on, until something is found: all words as they are, or as beginnings; all words,
 * misspelt; any of them.
 */
function* questions({ words, stretches }: Words): Generator<Query> {
  const inOrder = stretches.map(({ characters, pairs }) =>
    all(pairs.length > 0 ? pairs.map(exact) : characters.map(exact)),
  );
  const sound = [...words.map(soundWord), ...inOrder];
  yield all(sound);
  const misspelt = [...words.map(misspeltWord), ...inOrder];
  if (words.length > 0) yield all(misspelt);
  const pieces = stretches.flatMap((stretch) => [...stretch.pairs, ...stretch.words].map(exact));
  if (words.length + stretches.length > 1 || pieces.length > 1)
    yield any([...words.map(misspeltWord), ...pieces]);
}

function soundWord({ text, stem }: Word): Query {
  const whole = exact(text);
  const others = [
    ...(stem === text ? [] : [weighted(exact(stem), worth.stem)]),
    ...(text.length >= leastLength.prefix ? [weighted({ queries: [text], prefix: true }, worth.prefix)] : []),
  ];
  return others.length === 0 ? whole : any([whole, ...others]);
}

function misspeltWord(word: Word): Query {
  const { text, stem } = word;
  if (Array.from(text).length < leastLength.misspelt) return soundWord(word);
  const edits = text.length >= leastLength.twiceMisspelt ? 2 : 1;
  return any([
    soundWord(word),
    weighted({ queries: [text], fuzzy: edits }, worth.misspelt),
    ...(stem === text ? [] : [weighted({ queries: [stem], fuzzy: 1 }, worth.misspelt)]),
    ...swaps(text).map((one) => weighted(exact(one), worth.swapped)),
  ]);
}

/** The word with two neighbouring letters in each other's place, which as an edit would count twice. */
function swaps(text: string): string[] {
  const letters = Array.from(text);
  return letters.slice(1).flatMap((letter, index) => {
    const before = letters[index] ?? '';
    if (letter === before) return [];
    return [[...letters.slice(0, index), letter, before, ...letters.slice(index + 2)].join('')];
  });
}

type Branch = Extract<Query, { readonly queries: Query[] }>;
const asTheyAre: SearchOptions = { tokenize: (text) => [text], processTerm: (term) => term };

function exact(term: string): Branch {
  return { queries: [term], ...asTheyAre };
}

function weighted(branch: Branch, weight: number): Branch {
  return { ...branch, ...asTheyAre, boostTerm: () => weight };
}

function all(queries: Query[]): Query {
  return { combineWith: 'AND', queries };
}

function any(queries: Query[]): Query {
  return { combineWith: 'OR', queries };
}
