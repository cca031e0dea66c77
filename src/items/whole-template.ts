import type { RenderRequest } from '../model/request.ts';
import type { Template } from '../model/template.ts';
import type { Locale } from '../model/vocabulary.ts';

/** Distributes all items of a template over its tiers, so that the rows are equally full. */
export function dealtItems({ tracks, items }: Template): readonly (readonly number[])[] {
  const places = [...items.keys()];
  return tracks.map((_, row) => places.filter((place) => place % tracks.length === row));
}

/** Returns a request for a board with all items of a template, as a preview. */
export function wholeTemplate(template: Template, locale: Locale): RenderRequest {
  const rows = dealtItems(template);
  return {
    templateId: template.id,
    locale,
    tiers: template.tracks.map(({ title }, row) => ({
      title: title[locale],
      items: (rows[row] ?? []).map((place) => `item_${place}`),
    })),
  };
}
