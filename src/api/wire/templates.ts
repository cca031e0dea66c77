import * as v from 'valibot';
import { limits } from '../../model/limits.ts';
import { defaults, locales } from '../../model/vocabulary.ts';
import { listModes } from '../../templates/live.ts';
import { hexColor, moment } from './fields.ts';
import { text } from './text.ts';

/** A parameter of a query is a text, or several when somebody names it twice. */
const once = v.string((issue) => (Array.isArray(issue.input) ? 'must be given only once' : 'must be a text'));

function wordOf<const TWords extends readonly string[]>(words: TWords, description: string) {
  const list = words.map((word) => `"${word}"`);
  const last = list.pop();
  return v.pipe(once, v.picklist(words, `must be ${list.join(', ')} or ${last}`), v.description(description));
}

function numberTo(max: number, description: string) {
  const message = `must be a whole number from 1 to ${max}`;
  return v.pipe(
    once,
    v.regex(/^\d{1,15}$/, message),
    v.transform(Number),
    v.number(),
    v.integer(),
    v.minValue(1, message),
    v.maxValue(max, message),
    v.description(description),
  );
}

const locale = wordOf(locales, `The language of the texts. Left out: \`${defaults.locale}\`.`);

/** The query of `GET /api/v1/templates`. Parameters that it doesn't know are ignored. */
export const templatesQuerySchema = v.object({
  mode: v.optional(
    wordOf(
      listModes,
      'In which order. `recommended`: those chosen by hand first, or with `q` the best match first. `hot`: those most ' +
        'drawn over the last 7 days first. `newest`: the newest first. Left out: `recommended`.',
    ),
  ),
  q: v.optional(
    v.pipe(
      once,
      text(limits.titleGraphemes),
      // What describes a query looks from the last schema on.
      v.string(),
      v.description(
        'Words to search for in titles, tags and labels of all languages, whatever their case, accents and endings, ' +
          `with a typo too. Empty: all templates. At most ${limits.titleGraphemes} characters.`,
      ),
    ),
  ),
  categoryId: v.optional(
    numberTo(1_000_000, 'Only templates of this category, see `GET /api/v1/categories`.'),
  ),
  limit: v.optional(numberTo(100, 'How many on a page.'), '24'),
  page: v.optional(numberTo(1_000_000, 'Which page, counted from 1. One past the end is empty.'), '1'),
  locale: v.optional(locale),
});

/** The query of `GET /api/v1/templates/{id}` and `GET /api/v1/categories`. */
export const localeQuerySchema = v.object({ locale: v.optional(locale) });

/** The query of pictures of templates. */
export const previewQuerySchema = v.object({
  v: v.optional(
    v.pipe(
      once,
      v.description('The version that the addresses in answers have. With it, the picture never changes.'),
    ),
  ),
  locale: v.optional(locale),
});

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const success = v.literal(true);

const categoryEntries = {
  id: v.pipe(v.number(), v.integer(), v.minValue(1), v.description('What `categoryId` asks for.')),
  name: v.pipe(v.string(), v.description('In the language asked for.')),
};

export const templateCategorySchema = v.pipe(
  v.object(categoryEntries),
  v.description('What a template is about, roughly.'),
);

export const listedCategorySchema = v.pipe(
  v.object({
    ...categoryEntries,
    slug: v.pipe(v.string(), v.description('The same in every language.')),
    templateCount: v.pipe(count, v.description('How many templates it has.')),
  }),
  v.description('A category of templates.'),
);

const descriptive = {
  title: v.pipe(v.string(), v.description('In the language asked for, as everything else.')),
  description: v.string(),
  category: templateCategorySchema,
  tags: v.pipe(v.array(v.string()), v.description('Words it is found by, in several languages.')),
  itemCount: v.pipe(count, v.description('How many items it has.')),
  renderCount: v.pipe(count, v.description('How often it has been drawn.')),
  createdAt: moment,
  updatedAt: moment,
  url: v.pipe(v.string(), v.url(), v.description('Its page for people.')),
  coverUrl: v.pipe(
    v.string(),
    v.url(),
    v.description('A small picture of a ranking with its first items: WebP, 640×360.'),
  ),
};

export const listedTemplateSchema = v.pipe(
  v.object({
    id: v.pipe(v.number(), v.integer(), v.description('The `templateId` of a render request.')),
    ...descriptive,
  }),
  v.description('An official template.'),
);
export type ListedTemplateBody = v.InferOutput<typeof listedTemplateSchema>;

/** The answer of `GET /api/v1/templates`. */
export const templatesAnswerSchema = v.object({
  success,
  templates: v.array(listedTemplateSchema),
  page: v.pipe(count, v.minValue(1)),
  limit: v.pipe(count, v.minValue(1)),
  total: v.pipe(count, v.description('How many there are on all pages.')),
});
export type TemplatesAnswerBody = v.InferOutput<typeof templatesAnswerSchema>;

export const templateTrackSchema = v.pipe(
  v.object({
    title: v.pipe(v.string(), v.description('The title that a tier of a request has.')),
    color: v.pipe(hexColor, v.description("Its own, or that of the default theme's row.")),
  }),
  v.description('A tier of a template.'),
);

export const templateItemSchema = v.pipe(
  v.object({
    label: v.string(),
    imageUrl: v.optional(
      v.pipe(
        v.string(),
        v.url(),
        v.description('The tile as it is drawn: WebP, 512×512. Not for an item of words alone.'),
      ),
    ),
  }),
  v.description('An item of a template.'),
);

/** The answer of `GET /api/v1/templates/{id}`. */
export const templateAnswerSchema = v.object({
  success,
  id: v.union([
    v.pipe(v.number(), v.integer(), v.description('The `templateId` of a render request.')),
    v.pipe(v.literal('custom'), v.description('The blank template.')),
  ]),
  ...descriptive,
  category: v.optional(v.pipe(templateCategorySchema, v.description('Not of the blank template.'))),
  createdAt: v.optional(v.pipe(moment, v.description('Not of the blank template.'))),
  updatedAt: v.optional(v.pipe(moment, v.description('Not of the blank template.'))),
  coverUrl: v.optional(
    v.pipe(v.string(), v.url(), v.description('A small picture. Not of the blank template.')),
  ),
  locale: v.pipe(v.picklist(locales), v.description('The language of the texts.')),
  revision: v.pipe(count, v.description('Grows with every change of what is drawn.')),
  tracks: v.pipe(v.array(templateTrackSchema), v.description('Its tiers, from the best down.')),
  itemIndexMap: v.pipe(
    v.record(v.string(), templateItemSchema),
    v.description('Its items by the references that tiers use: `item_0`, `item_1`, …'),
  ),
});
export type TemplateAnswerBody = v.InferOutput<typeof templateAnswerSchema>;

/** The answer of `GET /api/v1/categories`. */
export const categoriesAnswerSchema = v.object({ success, categories: v.array(listedCategorySchema) });
export type CategoriesAnswerBody = v.InferOutput<typeof categoriesAnswerSchema>;
