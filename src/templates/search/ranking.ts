import type { Locale } from '../../model/vocabulary.ts';
import { type Field, fields, type Inverted, type Postings } from './postings.ts';

/** A title says what a template is about, a tag what it has to do with, a category roughly so, a label what is in it. */
const weights = { title: 8, foreignTitle: 6, tags: 3.5, category: 1.5, labels: 1 };
/** A term that will do for a word of the question, and what it is worth. */
export type Alternative = readonly [term: string, worth: number];
/** What one part of the question may be found as. `every`: each of its own parts has to be there. */
export interface AnyOf {
  readonly any: readonly Alternative[];
}
export type Part = AnyOf | { readonly every: readonly Part[] };

/** One way to look for a question: its parts, and whether all of them have to be there. */
export interface Attempt {
  readonly parts: readonly Part[];
  readonly needed: 'all' | 'any';
}

type FieldWeights = readonly number[];

function weightsFor(locale: Locale): FieldWeights {
  const weightOf = (field: Field): number => {
    if (field === 'tags' || field === 'category' || field === 'labels') return weights[field];
    return field === `title.${locale}` ? weights.title : weights.foreignTitle;
  };
  return fields.map(weightOf);
}

/**
 * The places of the templates that match, the best first.
 *
 * @param count of templates
 * @param locale whose titles go before those of the others
 */
export function ranked(
  { parts, needed }: Attempt,
  inverted: Inverted,
  count: number,
  locale: Locale,
): Uint32Array {
  const fieldWeights = weightsFor(locale);
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
const maxPlaces = 2 ** 24;
const scoreSteps = 2 ** 20;

/** Sorted as numbers, each a score and a place: comparing pairs with a function takes ten times as long. */
function inOrder(score: Float32Array, matched: Uint8Array, least: number): Uint32Array {
  const best = score.reduce((most, value) => Math.max(most, value), 1e-9);
  const keys = new Float64Array(score.length);
  let length = 0;
  for (let place = 0; place < score.length; place++) {
    if ((matched[place] ?? 0) < least) continue;
    // The best first, and among equals the first.
    keys[length] = Math.round((1 - (score[place] ?? 0) / best) * scoreSteps) * maxPlaces + place;
    length += 1;
  }
  const sorted = keys.subarray(0, length).sort();
  return Uint32Array.from(sorted, (key) => key % maxPlaces);
}
