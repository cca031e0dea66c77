import { defaults } from '../../../model/vocabulary.ts';
import { categories } from '../../../templates/categories.ts';
import { categoriesAnswerSchema, localeQuerySchema } from '../../wire/templates.ts';
import { defineEndpoint } from '../define-endpoint.ts';
import type { TemplatePorts } from './template-bodies.ts';

export const listCategories = defineEndpoint({
  method: 'GET',
  path: '/api/v1/categories',
  auth: 'key',
  docs: {
    name: 'listCategories',
    tag: 'Templates',
    summary: 'List the categories of templates',
    description: 'Their ids are the values of `categoryId`. Nothing is charged for it.',
  },
  query: localeQuerySchema,
  answers: { 200: { description: 'All categories.', schema: categoriesAnswerSchema } },
  handle:
    ({ templates }: Pick<TemplatePorts, 'templates'>) =>
    ({ query }) => {
      const { locale = defaults.locale } = query();
      const slugs = templates.set.all.map(({ category }) => category);
      return {
        success: true,
        categories: categories.map(({ id, slug, name }) => ({
          id,
          name: name[locale],
          slug,
          templateCount: slugs.filter((one) => one === slug).length,
        })),
      };
    },
});
