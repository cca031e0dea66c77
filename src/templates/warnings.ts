import { type Localized, locales } from '../model/vocabulary.ts';
import type { CatalogTemplate } from './catalog.ts';

/** Reports items with the same figure, as `path: reason`: on a board, only their words differ. */
export function sharedFigures({ items }: CatalogTemplate): string[] {
  const first = new Map<string, number>();
  return items.flatMap(({ emoji, art }, i) => {
    const figure = emoji ?? (art && JSON.stringify(art));
    if (figure === undefined) return [];
    const earlier = first.get(figure);
    if (earlier !== undefined) return [`items[${i}]: has the same figure as items[${earlier}]`];
    first.set(figure, i);
    return [];
  });
}

/** Other languages write names such as `HTTP`, `S` and `C++` in the same way. */
const isWord = /\p{Ll}{2}/u;

/**
 * Reports texts that are the same as the English, as `path: reason`. Where at least half of the labels are, such as those
 * of databases, the items have names that are not translated.
 */
export function untranslated({ title, description, tracks, items }: CatalogTemplate): string[] {
  return locales.flatMap((locale) => {
    if (locale === 'en') return [];
    const isSame = (text: Localized) => text[locale].toLowerCase() === text.en.toLowerCase();
    const isForgotten = (text: Localized) => isSame(text) && isWord.test(text.en);
    const areNames = items.filter(({ label }) => isSame(label)).length * 2 >= items.length;
    const paths = [
      ...(isForgotten(title) ? ['title'] : []),
      ...(isForgotten(description) ? ['description'] : []),
      ...tracks.flatMap((track, i) => (isForgotten(track.title) ? [`tracks[${i}].title`] : [])),
      ...items.flatMap(({ label }, i) => (isForgotten(label) && !areNames ? [`items[${i}].label`] : [])),
    ];
    return paths.map((path) => `${path}.${locale}: is the same as the English`);
  });
}
