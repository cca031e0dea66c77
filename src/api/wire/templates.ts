import * as v from 'valibot';
import { limits } from '../../model/limits.ts';
import { defaults, locales } from '../../model/vocabulary.ts';
import { listModes } from '../../templates/live.ts';
import { component } from './component.ts';
import {
  count,
  defaulted,
  hexColor,
  moment,
  pageLimit,
  pageNumber,
  pageOf,
  queryNumber,
  queryText,
  queryWord,
  success,
  url,
} from './fields.ts';
import { maxCodePoints, text } from './text.ts';

const locale = defaulted(queryWord(locales), defaults.locale, 'The language of the texts.');

/** The query of `GET /api/v1/templates`. Unknown parameters are ignored. */
export const templatesQuerySchema = v.object({
  mode: defaulted(
    queryWord(listModes),
    'recommended',
    'The order. `recommended`: templates chosen by hand first, or with `q` the best match first. `hot`: templates ' +
      'drawn most often over the last 7 days first. `newest`: the newest first.',
  ),
  q: v.optional(
    v.pipe(
      queryText,
      text(limits.titleGraphemes),
      // The conversion to JSON Schema starts at the last schema of a query's pipe.
      v.string(),
      v.description(
        'Words to search for in titles, tags and labels of all languages. Case, accents and endings do not matter, ' +
          `and typos are tolerated. Empty: all templates. At most ${limits.titleGraphemes} characters.`,
      ),
      v.metadata({ maxLength: maxCodePoints(limits.titleGraphemes) }),
    ),
  ),
  categoryId: v.optional(
    queryNumber(1_000_000, 'Only templates of this category, see `GET /api/v1/categories`.'),
  ),
  limit: pageLimit,
  page: pageNumber,
  locale,
});

export type TemplatesQuery = v.InferOutput<typeof templatesQuerySchema>;

/** The query of `GET /api/v1/templates/{id}` and `GET /api/v1/categories`. */
export const localeQuerySchema = v.object({ locale });

/** The query of the previews of templates. */
export const previewQuerySchema = v.object({
  v: v.optional(
    v.pipe(
      queryText,
      v.description('The version, as in the addresses of answers. With it, the image never changes.'),
    ),
  ),
  locale,
});

const categoryEntries = {
  id: v.pipe(v.number(), v.integer(), v.minValue(1), v.description('The `categoryId` of a query.')),
  name: v.pipe(v.string(), v.description('In the requested language.')),
};

const templateCategorySchema = component(
  'TemplateCategory',
  'The category of a template.',
  v.object(categoryEntries),
);

const listedCategorySchema = component(
  'Category',
  'A category of templates.',
  v.object({
    ...categoryEntries,
    slug: v.pipe(v.string(), v.description('The same in every language.')),
    templateCount: v.pipe(count, v.description('The number of templates in the category.')),
  }),
);

const descriptive = {
  title: v.pipe(v.string(), v.description('In the requested language, as all texts are.')),
  description: v.string(),
  category: templateCategorySchema,
  tags: v.pipe(v.array(v.string()), v.description('Search terms in several languages.')),
  itemCount: v.pipe(count, v.description('The number of items of the template.')),
  renderCount: v.pipe(count, v.description('How often the template has been drawn.')),
  createdAt: moment,
  updatedAt: moment,
  url: url('The web page of the template.'),
  coverUrl: url('A small image of a ranking of its first items: WebP, 640×360.'),
};

const templateId = v.pipe(v.number(), v.integer(), v.description('The `templateId` of a render request.'));

const listedTemplateSchema = component(
  'ListedTemplate',
  'An official template.',
  v.object({ id: templateId, ...descriptive }),
);
export type ListedTemplateBody = v.InferOutput<typeof listedTemplateSchema>;

/** The answer of `GET /api/v1/templates`. */
export const templatesAnswerSchema = component(
  'TemplatesAnswer',
  'One page of templates.',
  v.object({ success, templates: v.array(listedTemplateSchema), ...pageOf('templates') }),
);
export type TemplatesAnswerBody = v.InferOutput<typeof templatesAnswerSchema>;

const templateTrackSchema = component(
  'TemplateTrack',
  'A tier of a template.',
  v.object({
    title: v.pipe(v.string(), v.description('The title to give the tier in a request.')),
    color: v.pipe(hexColor, v.description('Its own colour, or that of the row in the default theme.')),
  }),
);

const templateItemSchema = component(
  'TemplateItem',
  'An item of a template.',
  v.object({
    label: v.string(),
    imageUrl: v.optional(url('The tile as it is drawn: WebP, 512×512. Absent for an item of text alone.')),
  }),
);

const notBlank = 'Absent for the blank template.';

/** The answer of `GET /api/v1/templates/{id}`. */
export const templateAnswerSchema = component(
  'TemplateAnswer',
  'A template, with its tiers and items.',
  v.object({
    success,
    id: v.union([templateId, v.pipe(v.literal('custom'), v.description('The blank template.'))]),
    ...descriptive,
    category: v.optional(v.pipe(templateCategorySchema, v.description(notBlank))),
    createdAt: v.optional(v.pipe(moment, v.description(notBlank))),
    updatedAt: v.optional(v.pipe(moment, v.description(notBlank))),
    coverUrl: v.optional(url(`A small image. ${notBlank}`)),
    locale: v.pipe(v.picklist(locales), v.description('The language of the texts.')),
    revision: v.pipe(count, v.description('Increases with every change to what is drawn.')),
    tracks: v.pipe(v.array(templateTrackSchema), v.description('Its tiers, from the best down.')),
    itemIndexMap: v.pipe(
      v.record(v.string(), templateItemSchema),
      v.description('Its items by the references that tiers use: `item_0`, `item_1`, …'),
    ),
  }),
);
export type TemplateAnswerBody = v.InferOutput<typeof templateAnswerSchema>;

/** The answer of `GET /api/v1/categories`. */
export const categoriesAnswerSchema = component(
  'CategoriesAnswer',
  'The categories of templates.',
  v.object({ success, categories: v.array(listedCategorySchema) }),
);
