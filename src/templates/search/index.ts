import { setImmediate } from 'node:timers/promises';
import type { Template } from '../../model/template.ts';
import type { Locale } from '../../model/vocabulary.ts';
import { readSearchTerms } from '../prebuilt.ts';
import { attempts } from './attempts.ts';
import { invert } from './postings.ts';
import { ranked } from './ranking.ts';
import { han } from './tokenize.ts';
import { Vocabulary } from './vocabulary.ts';

/** Searches the titles, tags, categories and labels of templates in all languages. */
export interface TemplateSearch<T> {
  /**
   * Returns matches, the best first.
   *
   * @param locale whose titles rank above those of other languages
   */
  find(query: string, locale: Locale): Promise<readonly T[]>;
}

/**
 * Builds an index of typed arrays: a word in half of ten thousand templates is found and ranked in about a millisecond
 * (`npm run --prefix bench search`), where libraries create an object for each hit.
 *
 * @param templates in order of recommendation, which ranks equal matches
 * @param yieldToEventLoop called after each template, because indexing ten thousand takes seconds
 */
export async function templateSearch<T extends Template>(
  templates: readonly T[],
  yieldToEventLoop: () => Promise<void> = setImmediate,
): Promise<TemplateSearch<T>> {
  const inverted = await invert(templates, await readSearchTerms(), yieldToEventLoop);
  // Prefixes and misspellings do not apply to Chinese.
  const vocabulary = await Vocabulary.of(
    [...inverted.terms()].filter((term) => !/^[=\p{Script=Han}]/u.test(term)),
    yieldToEventLoop,
  );
  return {
    async find(query, locale) {
      // Takes long to load, and most services are never searched in Chinese.
      const spelledOut = han.test(query) ? (await import('./terms.ts')).spelledOut : undefined;
      for (const attempt of attempts(query, vocabulary, spelledOut)) {
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
