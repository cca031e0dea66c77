import { Failure, invalid } from '../../model/failure.ts';
import { defaults, type Locale } from '../../model/vocabulary.ts';
import { blankTracks } from '../../templates/blank-tracks.ts';
import { type CatalogTemplate, findTemplate, type TemplateSet } from '../../templates/catalog.ts';
import { categories, categoryOf } from '../../templates/categories.ts';
import { hasArt } from '../../templates/has-art.ts';
import type { ListQuestion, TemplateRenders } from '../../templates/live.ts';
import { coverPath, itemPreviewPath } from '../../templates/previews/address.ts';
import { themes } from '../../themes/index.ts';
import type { ApiContext } from '../http/context.ts';
import { answerJson } from '../http/json-answer.ts';
import { parseQuery } from '../wire/parse-body.ts';
import {
  type CategoriesAnswerBody,
  type ListedTemplateBody,
  localeQuerySchema,
  type TemplateAnswerBody,
  type TemplatesAnswerBody,
  templatesQuerySchema,
} from '../wire/templates.ts';

export interface TemplatePorts {
  readonly templates: {
    /** As they are at the moment. */
    readonly set: TemplateSet;
    list(question: ListQuestion, renders: TemplateRenders): Promise<readonly CatalogTemplate[]>;
  };
  readonly templateRenders: TemplateRenders;
  /** Without a trailing slash. */
  readonly baseUrl: () => string;
}

/** `GET /api/v1/templates`: search, and lists in three orders. */
export function getTemplates(ports: TemplatePorts) {
  return async (ctx: ApiContext): Promise<void> => {
    const {
      mode,
      q = '',
      categoryId,
      limit,
      page,
      locale = defaults.locale,
    } = parseQuery(templatesQuerySchema, ctx.query);
    const found = await ports.templates.list({ mode, words: q, categoryId, locale }, ports.templateRenders);
    const templates = found
      .slice((page - 1) * limit, page * limit)
      .map((template) => listed(template, locale, ports));
    ctx.set('Cache-Control', 'no-store');
    answerJson(ctx, {
      success: true,
      templates,
      page,
      limit,
      total: found.length,
    } satisfies TemplatesAnswerBody);
  };
}

/** `GET /api/v1/templates/{id}`: everything a request in template mode needs. */
export function getTemplate(ports: TemplatePorts) {
  return (ctx: ApiContext, id: string): void => {
    const { locale = defaults.locale } = parseQuery(localeQuerySchema, ctx.query);
    ctx.set('Cache-Control', 'no-store');
    answerJson(
      ctx,
      id === 'custom' ? blank(locale, ports.baseUrl()) : detail(find(id, ports), locale, ports),
    );
  };
}

/** `GET /api/v1/categories`: what `categoryId` may ask for. */
export function getCategories({ templates }: Pick<TemplatePorts, 'templates'>) {
  return (ctx: ApiContext): void => {
    const { locale = defaults.locale } = parseQuery(localeQuerySchema, ctx.query);
    const slugs = templates.set.all.map(({ category }) => category);
    ctx.set('Cache-Control', 'no-store');
    answerJson(ctx, {
      success: true,
      categories: categories.map(({ id, slug, name }) => ({
        id,
        name: name[locale],
        slug,
        templateCount: slugs.filter((one) => one === slug).length,
      })),
    } satisfies CategoriesAnswerBody);
  };
}

function find(id: string, { templates }: TemplatePorts): CatalogTemplate {
  if (!/^-?\d+$/.test(id)) throw invalid('id', 'must be a whole number or "custom"');
  const template = findTemplate(id, templates);
  if (template === undefined) throw new Failure('notFound', `There is no template ${id.slice(0, 20)}`);
  return template;
}

function listed(
  template: CatalogTemplate,
  locale: Locale,
  { templateRenders, baseUrl }: TemplatePorts,
): ListedTemplateBody {
  const category = categoryOf(template.category);
  if (category === undefined) throw new Error(`template ${template.id} has a category that is none`);
  return {
    id: template.id,
    title: template.title[locale],
    description: template.description[locale],
    category: { id: category.id, name: category.name[locale] },
    tags: [...template.tags],
    itemCount: template.items.length,
    renderCount: templateRenders(template.id).total,
    createdAt: momentOf(template.createdAt),
    updatedAt: momentOf(template.updatedAt),
    url: `${baseUrl()}/tier/${template.id}`,
    coverUrl: `${baseUrl()}${coverPath(template, locale)}`,
  };
}

function detail(template: CatalogTemplate, locale: Locale, ports: TemplatePorts): TemplateAnswerBody {
  const items = template.items.map((item, position) => {
    const imageUrl = `${ports.baseUrl()}${itemPreviewPath(template, position, locale)}`;
    return [`item_${position}`, { label: item.label[locale], ...(hasArt(item) && { imageUrl }) }] as const;
  });
  return {
    success: true,
    ...listed(template, locale, ports),
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

/** What custom mode usually begins with. */
function blank(locale: Locale, baseUrl: string): TemplateAnswerBody {
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

/** As a row is drawn when nobody has said more. */
function defaultColor(row: number): string {
  const { palette } = themes[defaults.theme];
  return palette[row % palette.length] ?? '#888888';
}

/** A file's day, in UTC. */
function momentOf(day: string): string {
  return `${day}T00:00:00.000Z`;
}
