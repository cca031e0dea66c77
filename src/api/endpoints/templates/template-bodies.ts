import { defaults, type Locale } from '../../../model/vocabulary.ts';
import { blankTracks } from '../../../templates/blank-tracks.ts';
import type { CatalogTemplate, TemplateSet } from '../../../templates/catalog.ts';
import { categoryOf } from '../../../templates/categories.ts';
import { hasArt } from '../../../templates/has-art.ts';
import type { ListQuery, TemplateRenders } from '../../../templates/live.ts';
import { coverPath, itemPreviewPath } from '../../../templates/previews/address.ts';
import { themes } from '../../../themes/index.ts';
import type { ListedTemplateBody, TemplateAnswerBody } from '../../wire/templates.ts';

export interface TemplatePorts {
  readonly templates: {
    /** The current templates. */
    readonly set: TemplateSet;
    list(query: ListQuery, renders: TemplateRenders): Promise<readonly CatalogTemplate[]>;
  };
  readonly templateRenders: TemplateRenders;
  /** Without a trailing slash. */
  readonly baseUrl: () => string;
}

type BodyPorts = Pick<TemplatePorts, 'templateRenders' | 'baseUrl'>;

/** Returns a template as an entry of a list. */
export function listedTemplate(
  template: CatalogTemplate,
  locale: Locale,
  { templateRenders, baseUrl }: BodyPorts,
): ListedTemplateBody {
  const category = categoryOf(template.category);
  if (category === undefined) throw new Error(`template ${template.id} has an unknown category`);
  return {
    id: template.id,
    title: template.title[locale],
    description: template.description[locale],
    category: { id: category.id, name: category.name[locale] },
    tags: [...template.tags],
    itemCount: template.items.length,
    renderCount: templateRenders(template.id).total,
    createdAt: startOf(template.createdAt),
    updatedAt: startOf(template.updatedAt),
    url: `${baseUrl()}/tier/${template.id}`,
    coverUrl: `${baseUrl()}${coverPath(template, locale)}`,
  };
}

/** Returns a template with its tiers and items. */
export function templateBody(
  template: CatalogTemplate,
  locale: Locale,
  ports: BodyPorts,
): TemplateAnswerBody {
  const items = template.items.map((item, position) => {
    const imageUrl = `${ports.baseUrl()}${itemPreviewPath(template, position, locale)}`;
    return [`item_${position}`, { label: item.label[locale], ...(hasArt(item) && { imageUrl }) }] as const;
  });
  return {
    success: true,
    ...listedTemplate(template, locale, ports),
    locale,
    revision: template.revision,
    tracks: template.tracks.map(({ title, color }, row) => ({
      title: title[locale],
      color: color ?? defaultColor(row),
    })),
    itemIndexMap: Object.fromEntries(items),
  };
}

const blankTitle = { en: 'Custom tier list', zh: '自定义排行榜', ru: 'Свой рейтинг' };
const blankDescription = {
  en: 'Your own items, in the usual tiers.',
  zh: '使用常见等级，放入你自己的项目。',
  ru: 'Свои варианты и обычные уровни.',
};

/** Returns the template `custom`: the usual tiers and no items. */
export function blankTemplateBody(locale: Locale, baseUrl: string): TemplateAnswerBody {
  return {
    success: true,
    id: 'custom',
    title: blankTitle[locale],
    description: blankDescription[locale],
    tags: [],
    itemCount: 0,
    renderCount: 0,
    url: `${baseUrl}/tier/custom`,
    locale,
    revision: 1,
    tracks: blankTracks.map((title, row) => ({ title, color: defaultColor(row) })),
    itemIndexMap: {},
  };
}

/** Returns the default colour of a row. */
function defaultColor(row: number): string {
  const { palette } = themes[defaults.theme];
  return palette[row % palette.length] ?? '#888888';
}

/** Returns the start of a day, in UTC. */
function startOf(day: string): string {
  return `${day}T00:00:00.000Z`;
}
