import type { TextItem } from '../model/board.ts';
import { Failure, invalid } from '../model/failure.ts';
import { nearestOf } from '../model/nearest.ts';
import type { Template, TemplateCatalog, TemplateItem } from '../model/template.ts';
import type { Locale } from '../model/vocabulary.ts';
import type { ItemSource } from './place.ts';
import { quoted } from './quoted.ts';

/**
 * Returns the template that a template-mode request names.
 *
 * @throws Failure `invalidRequest` if it names none, `notFound` if there is no such template
 */
export function requestedTemplate(templateId: number | undefined, templates: TemplateCatalog): Template {
  if (templateId === undefined) throw invalid('templateId', 'required in template mode');
  const template = templates.find(templateId);
  if (template === undefined) throw new Failure('notFound', `templateId: there is no template ${templateId}`);
  return template;
}

/** Reads entries in template mode: references `item_0`, `item_1`, … to the template's items. */
export function templateItems(template: Template, locale: Locale): ItemSource {
  return (entry, path) => {
    const position = typeof entry === 'string' ? /^item_(0|[1-9]\d{0,8})$/.exec(entry)?.[1] : undefined;
    if (position === undefined) {
      const hint = referenceNamed(entry, template, locale);
      throw invalid(path, `expected an item reference such as item_0, not ${spoken(entry)}${hint}`);
    }
    const item = template.items[Number(position)];
    if (item === undefined) {
      const last = template.items.length - 1;
      throw invalid(
        path,
        `item_${position} is not in template ${template.id}, which has item_0 to item_${last}`,
      );
    }
    return { tile: templateTile(item, locale), identity: `item_${position}` };
  };
}

/** Returns the tile of a template's item. An emoji at the beginning of a label is drawn large above the text. */
export function templateTile({ label, emoji, art }: TemplateItem, locale: Locale): TextItem {
  const words = label[locale];
  return {
    kind: 'text',
    label: emoji === undefined ? words : `${emoji} ${words}`,
    ...(art && { art }),
  };
}

/** Returns the reference that an entry probably means, which names its item instead. */
function referenceNamed(entry: Parameters<ItemSource>[0], { items }: Template, locale: Locale): string {
  const label = typeof entry === 'object' ? entry.label : entry;
  if (typeof label !== 'string') return '';
  const labels = items.map((item) => item.label[locale]);
  const nearest = nearestOf(label, labels);
  return nearest === undefined ? '' : `; did you mean item_${labels.indexOf(nearest)}?`;
}

function spoken(entry: Parameters<ItemSource>[0]): string {
  if (typeof entry === 'number') return `the number ${entry}`;
  return typeof entry === 'string' ? quoted(entry) : 'an object';
}
