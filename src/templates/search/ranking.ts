import type { Locale } from '../../model/vocabulary.ts';
import { type Field, fields, type Inverted, type Postings } from './postings.ts';

/** Weights of fields: a title matters more than a tag, a category or the label of an item. */
const weights = { title: 8, foreignTitle: 6, tags: 3.5, category: 1.5, labels: 1 };
/** A term that matches a word of the query, and its weight. */
export type Alternative = readonly [term: string, worth: number];
/** A part of the query: any of several terms, or every one of several parts. */
export interface AnyOf {
  readonly any: readonly Alternative[];
}
export type Part = AnyOf | { readonly every: readonly Part[] };

/** One way to match a query: its parts, and whether all of them are required. */
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
 * Returns the places of the templates that match, the best first.
 *
 * @param count of templates
 * @param locale whose titles rank above those of other languages
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
    // A rare word counts more (inverse document frequency of BM25).
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

/** Returns the score of one part of the query for each template, 0 for no match. */
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

/** Raises the score of each template to that of a term, if it is higher. */
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
    // Most terms are in one field, so the loop visits only the bits that are set.
    for (let bits = fieldBits[at] ?? 0; bits !== 0; bits &= bits - 1) {
      const field = 31 - Math.clz32(bits & -bits);
      sum += (fieldWeights[field] ?? 0) * (density[field]?.[place] ?? 0);
    }
    if (sum * value > (best[place] ?? 0)) best[place] = sum * value;
  }
}

/** The limits of a place and a score that fit together into one number. */
const maxPlaces = 2 ** 24;
const scoreSteps = 2 ** 20;

/** Sorts numbers that combine a score and a place: a comparison function takes ten times as long. */
function inOrder(score: Float32Array, matched: Uint8Array, minMatches: number): Uint32Array {
  const best = score.reduce((max, value) => Math.max(max, value), 1e-9);
  const keys = new Float64Array(score.length);
  let length = 0;
  for (let place = 0; place < score.length; place++) {
    if ((matched[place] ?? 0) < minMatches) continue;
    // The best first, and equal scores in their original order.
    keys[length] = Math.round((1 - (score[place] ?? 0) / best) * scoreSteps) * maxPlaces + place;
    length += 1;
  }
  const sorted = keys.subarray(0, length).sort();
  return Uint32Array.from(sorted, (key) => key % maxPlaces);
}
