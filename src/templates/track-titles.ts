import type { TrackTitles } from '../model/board-link/form.ts';
import { locales } from '../model/vocabulary.ts';
import type { TemplateSet } from './catalog.ts';

/**
 * Returns a function that returns the titles of a template's tracks in a locale, or undefined for an unknown template or
 * locale.
 *
 * @param templates `set` is read at each call
 */
export function trackTitlesOf(templates: { readonly set: Pick<TemplateSet, 'find'> }): TrackTitles {
  return (templateId, locale) => {
    const known = locales.find((one) => one === locale);
    return known && templates.set.find(templateId)?.tracks.map(({ title }) => title[known]);
  };
}
