import type { Template } from '../../model/template.ts';
import { type Locale, locales } from '../../model/vocabulary.ts';
import { categoryOf } from '../categories.ts';

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
export class Inverted {
  /** The number of each term. */
  readonly #numbers: ReadonlyMap<string, number>;
  /** Where the postings of each term begin in the lists of all, and where the last ones end. */
  readonly #starts: Uint32Array;
  readonly #all: Postings;
  /** For each field and template: the weight of a term, which is lower in a longer field. */
  readonly density: readonly Float32Array[];

  constructor(hits: Hits, lengths: readonly Float32Array[]) {
    this.#numbers = hits.numbers;
    this.#starts = hits.starts();
    this.#all = hits.sorted(this.#starts);
    this.density = lengths.map(densities);
  }

  terms(): Iterable<string> {
    return this.#numbers.keys();
  }

  has(term: string): boolean {
    return this.#numbers.has(term);
  }

  postingsOf(term: string): Postings | undefined {
    const number = this.#numbers.get(term);
    if (number === undefined) return undefined;
    const [start, end] = [this.#starts[number], this.#starts[number + 1]];
    const { places, fieldBits } = this.#all;
    return { places: places.subarray(start, end), fieldBits: fieldBits.subarray(start, end) };
  }
}

/** Which terms are where, in the order of reading. */
class Hits {
  readonly numbers = new Map<string, number>();
  readonly #terms: number[] = [];
  readonly #places: number[] = [];
  readonly #fieldBits: number[] = [];
  /** For each term, its latest hit. */
  readonly #latest: number[] = [];

  /** @param place ascends from call to call */
  add(term: string, place: number, field: number): void {
    let number = this.numbers.get(term);
    if (number === undefined) {
      number = this.numbers.size;
      this.numbers.set(term, number);
    }
    const latest = this.#latest[number];
    if (latest !== undefined && this.#places[latest] === place) {
      this.#fieldBits[latest] = (this.#fieldBits[latest] ?? 0) | (1 << field);
      return;
    }
    this.#latest[number] = this.#terms.length;
    this.#terms.push(number);
    this.#places.push(place);
    this.#fieldBits.push(1 << field);
  }

  starts(): Uint32Array {
    const starts = new Uint32Array(this.numbers.size + 1);
    for (const number of this.#terms) starts[number + 1] = (starts[number + 1] ?? 0) + 1;
    for (let at = 1; at < starts.length; at++) starts[at] = (starts[at] ?? 0) + (starts[at - 1] ?? 0);
    return starts;
  }

  /** Returns the hits by term, and those of a term by place. */
  sorted(starts: Uint32Array): Postings {
    const next = starts.slice();
    const places = new Uint32Array(this.#terms.length);
    const fieldBits = new Uint8Array(this.#terms.length);
    for (let hit = 0; hit < this.#terms.length; hit++) {
      const number = this.#terms[hit] ?? 0;
      const at = next[number] ?? 0;
      next[number] = at + 1;
      places[at] = this.#places[hit] ?? 0;
      fieldBits[at] = this.#fieldBits[hit] ?? 0;
    }
    return { places, fieldBits };
  }
}

/** The influence of a field's length (b of BM25). */
const lengthShare = 0.4;

/**
 * @param known terms of texts; others are added to it
 * @param yieldToEventLoop called after each template
 */
export async function invert(
  templates: readonly Template[],
  known: Map<string, readonly string[]>,
  yieldToEventLoop: () => Promise<void>,
): Promise<Inverted> {
  const hits = new Hits();
  const lengths = fields.map(() => new Float32Array(templates.length));
  for (const [place, template] of templates.entries()) {
    for (const [field, name] of fields.entries()) {
      const length = lengths[field];
      for (const text of textsOf(template, name)) {
        const terms = known.get(text) ?? (await newTermsOf(text));
        known.set(text, terms);
        if (length) length[place] = (length[place] ?? 0) + terms.length;
        for (const term of terms) hits.add(term, place, field);
      }
    }
    await yieldToEventLoop();
  }
  return new Inverted(hits, lengths);
}

/** Returns the terms of a text. What it needs for Chinese takes long to load, and the build has done the packaged templates. */
async function newTermsOf(text: string): Promise<readonly string[]> {
  const { termsOf } = await import('./terms.ts');
  return termsOf(text);
}

/** Returns all texts of a template that are searched. */
export function searchedTexts(template: Template): readonly string[] {
  return fields.flatMap((field) => textsOf(template, field));
}

function textsOf({ title, tags, category, items }: Template, field: Field): readonly string[] {
  const locale: Locale | undefined = locales.find((one) => field === `title.${one}`);
  if (locale) return [title[locale]];
  if (field === 'tags') return tags;
  if (field === 'category') return Object.values(categoryOf(category)?.name ?? {});
  // Names are often the same in two languages.
  return [...new Set(items.flatMap(({ label }) => locales.map((one) => label[one])))];
}

function densities(lengths: Float32Array): Float32Array {
  const mean = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length);
  return lengths.map((length) => 1 / (1 - lengthShare + (lengthShare * length) / Math.max(1, mean)));
}
