import type { Locale } from '../../model/vocabulary.ts';
import { type Field, fields, type Inverted, type Postings } from './postings.ts';

/** Weights of fields: a title matters more than a tag, a category or the label of an item. */
const weights = { title: 8, foreignTitle: 6, tags: 3.5, category: 1.5, labels: 1 };
/** A term of the index, and its weight. */
export type Term = readonly [term: string, worth: number];
/** A part of a query: a term, any of several parts, or all of them, then times its weight. */
export type Part =
  | Term
  | { readonly any: readonly Part[] }
  | { readonly all: readonly Part[]; readonly worth: number };

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
  { parts, needed }: { readonly parts: readonly Part[]; readonly needed: 'all' | 'any' },
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
  raiseTo(best, part, 1, inverted, fieldWeights);
  return best;
}

/** Raises the score of each template to that of a part times its worth, if it is higher. */
function raiseTo(
  best: Float32Array,
  part: Part,
  worth: number,
  inverted: Inverted,
  fieldWeights: FieldWeights,
): void {
  if ('any' in part) {
    for (const one of part.any) raiseTo(best, one, worth, inverted, fieldWeights);
    return;
  }
  if (!('all' in part)) {
    const [term, value] = part;
    const postings = inverted.postingsOf(term);
    if (postings) raise(best, postings, value * worth, inverted, fieldWeights);
    return;
  }
  const [first, ...others] = part.all;
  if (first === undefined || !canMatch(part, inverted)) return;
  if (others.length === 0) {
    raiseTo(best, first, worth * part.worth, inverted, fieldWeights);
    return;
  }
  const sums = scoresOf(first, inverted, best.length, fieldWeights);
  for (const other of others) {
    const found = scoresOf(other, inverted, best.length, fieldWeights);
    for (let place = 0; place < sums.length; place++) {
      const [before, now] = [sums[place] ?? 0, found[place] ?? 0];
      sums[place] = before > 0 && now > 0 ? before + now : 0;
    }
  }
  const share = (worth * part.worth) / part.all.length;
  for (let place = 0; place < sums.length; place++)
    best[place] = Math.max(best[place] ?? 0, (sums[place] ?? 0) * share);
}

/** Returns whether the index has the terms of a part, which most other readings and misspellings lack. */
function canMatch(part: Part, inverted: Inverted): boolean {
  if ('any' in part) return part.any.some((one) => canMatch(one, inverted));
  if ('all' in part) return part.all.every((one) => canMatch(one, inverted));
  return inverted.has(part[0]);
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
