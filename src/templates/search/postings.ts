import type { Template } from '../../model/template.ts';
import { type Locale, locales } from '../../model/vocabulary.ts';
import { categoryOf } from '../categories.ts';
import { termsOf } from './tokenize.ts';

/** The indexed fields of a template. */
export const fields = [
  ...locales.map((locale) => `title.${locale}` as const),
  'tags',
  'category',
  'labels',
] as const;
export type Field = (typeof fields)[number];

/** The templates that contain a term, by their index, and the fields that contain it, as bits. */
export interface Postings {
  readonly places: Uint32Array;
  readonly fieldBits: Uint8Array;
}

/** The inverted index of a list of templates. */
export interface Inverted {
  readonly postings: ReadonlyMap<string, Postings>;
  /** For each field and template: the weight of a term, which is lower in a longer field. */
  readonly density: readonly Float32Array[];
}

/** The influence of a field's length (b of BM25). */
const lengthShare = 0.6;

/** Terms finished between two yields to the event loop. */
const termsPerYield = 2_000;

/** @param yieldToEventLoop called after each template */
export async function invert(
  templates: readonly Template[],
  yieldToEventLoop: () => Promise<void>,
): Promise<Inverted> {
  // For each term: place, bits, place, bits, … by ascending place.
  const growing = new Map<string, number[]>();
  const lengths = fields.map(() => new Float32Array(templates.length));
  // Texts that several languages or templates share are tokenised once.
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
    if (postings.size % termsPerYield === 0) await yieldToEventLoop();
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
