import { setImmediate } from 'node:timers/promises';
import type { Template } from '../../model/template.ts';
import type { Locale } from '../../model/vocabulary.ts';
import { attempts } from './attempts.ts';
import { invert } from './postings.ts';
import { ranked } from './ranking.ts';
import { wordsOf } from './tokenize.ts';
import { Vocabulary } from './vocabulary.ts';

/** Finds templates by words of their titles, tags, categories and labels, in all languages; the best match first. */
export interface TemplateSearch<T> {
  /** @param locale whose titles go before those of the others */
  find(question: string, locale: Locale): readonly T[];
}

/**
 * An index of its own, over typed arrays: a word that stands in half of ten thousand templates is found and ranked in
 * about a millisecond (`npm run --prefix bench search`), where libraries make an object of each hit.
 *
 * @param templates the more recommended one first: of equal matches it goes in front
 * @param letOthers go first: after each template, since all of ten thousand takes seconds
 */
export async function templateSearch<T extends Template>(
  templates: readonly T[],
  yieldToEventLoop: () => Promise<void> = setImmediate,
): Promise<TemplateSearch<T>> {
  const inverted = await invert(templates, yieldToEventLoop);
  // Chinese is not looked for by beginnings or nearly right.
  const vocabulary = await Vocabulary.of(
    [...inverted.postings.keys()].filter((term) => !/^[=\p{Script=Han}]/u.test(term)),
    yieldToEventLoop,
  );
  return {
    find(question, locale) {
      for (const attempt of attempts(wordsOf(question), vocabulary)) {
        const places = ranked(attempt, inverted, templates.length, locale);
        if (places.length > 0) return at(templates, places);
      }
      return [];
    },
  };
}

function at<T>(templates: readonly T[], places: Uint32Array): T[] {
  const found: T[] = [];
  for (const place of places) {
    const template = templates[place];
    if (template !== undefined) found.push(template);
  }
  return found;
}
