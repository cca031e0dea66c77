import type { Template } from '../../model/template.ts';
import { type Locale, locales } from '../../model/vocabulary.ts';
import { categoryOf } from '../categories.ts';
import { termsOf } from './tokenize.ts';

/** Where a term can stand. */
export const fields = [
  ...locales.map((locale) => `title.${locale}` as const),
  'tags',
  'category',
  'labels',
] as const;
export type Field = (typeof fields)[number];

/** In which templates a term stands, by their places, and in which of their fields, as bits. */
export interface Postings {
  readonly places: Uint32Array;
  readonly fieldBits: Uint8Array;
}

/** What stands where in a list of templates. */
export interface Inverted {
  readonly postings: ReadonlyMap<string, Postings>;
  /** For each field and place: how much a term counts there; the less, the more there is beside it. */
  readonly density: readonly Float32Array[];
}

/** How much the length of a field counts (BM25's b). */
const lengthShare = 0.6;

/** Terms whose postings are closed in one go. */
const closedAtOnce = 2_000;

/** @param letOthers go first, after each template */
export async function invert(
  templates: readonly Template[],
  yieldToEventLoop: () => Promise<void>,
): Promise<Inverted> {
  // Of each term: place, bits, place, bits, … by ascending place.
  const growing = new Map<string, number[]>();
  const lengths = fields.map(() => new Float32Array(templates.length));
  // What is the same in several languages or templates is taken apart once.
  const known = new Map<string, readonly string[]>();
  for (const [place, template] of templates.entries()) {
    for (const [field, name] of fields.entries()) {
      const length = lengths[field];
      for (const text of textsOf(template, name)) {
        const terms = known.get(text) ?? [...new Set(termsOf(text))];
        known.set(text, terms);
        if (length) length[place] = (length[place] ?? 0) + terms.length;
        for (const term of terms) {
          const pairs = growing.get(term);
          if (pairs === undefined) growing.set(term, [place, 1 << field]);
          else if (pairs.at(-2) !== place) pairs.push(place, 1 << field);
          else pairs.push((pairs.pop() ?? 0) | (1 << field));
        }
      }
    }
    await yieldToEventLoop();
  }
  const postings = new Map<string, Postings>();
  for (const [term, pairs] of growing) {
    postings.set(term, closed(pairs));
    if (postings.size % closedAtOnce === 0) await yieldToEventLoop();
  }
  return { postings, density: lengths.map(densities) };
}

function textsOf({ title, tags, category, items }: Template, field: Field): readonly string[] {
  const locale: Locale | undefined = locales.find((one) => field === `title.${one}`);
  if (locale) return [title[locale]];
  if (field === 'tags') return tags;
  if (field === 'category') return Object.values(categoryOf(category)?.name ?? {});
  // Names are often the same in two languages.
  return [...new Set(items.flatMap(({ label }) => locales.map((one) => label[one])))];
}

function closed(pairs: readonly number[]): Postings {
  const places = new Uint32Array(pairs.length / 2);
  const fieldBits = new Uint8Array(pairs.length / 2);
  for (let at = 0; at < places.length; at++) {
    places[at] = pairs[2 * at] ?? 0;
    fieldBits[at] = pairs[2 * at + 1] ?? 0;
  }
  return { places, fieldBits };
}

function densities(lengths: Float32Array): Float32Array {
  const mean = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length);
  return lengths.map((length) => 1 / (1 - lengthShare + (lengthShare * length) / Math.max(1, mean)));
}
