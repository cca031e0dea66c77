import { defaults } from '../../../model/vocabulary.ts';
import {
  type TemplatesAnswerBody,
  type TemplatesQuery,
  templatesAnswerSchema,
  templatesQuerySchema,
} from '../../wire/templates.ts';
import { defineEndpoint } from '../define-endpoint.ts';
import { exampleTemplate } from './examples.ts';
import { listedTemplate, type TemplatePorts } from './template-bodies.ts';

export const listTemplates = defineEndpoint({
  method: 'GET',
  path: '/api/v1/templates',
  auth: 'key',
  docs: {
    name: 'listTemplates',
    tag: 'Templates',
    summary: 'Search and list templates',
    description: 'Nothing is charged for it. Unknown parameters are ignored.',
  },
  query: templatesQuerySchema,
  answers: {
    200: {
      description: 'One page of the templates found.',
      schema: templatesAnswerSchema,
      examples: {
        search: {
          summary: 'What `?q=dishes&limit=1` may find',
          value: { success: true, templates: [exampleTemplate], page: 1, limit: 1, total: 3 },
        },
      },
    },
    400: {
      when: 'A parameter is not valid.',
      message: 'limit: must be a whole number from 1 to 100',
    },
  },
  handle:
    (ports: TemplatePorts) =>
    ({ query }) =>
      templatePage(query(), ports),
});

/** Returns one page of the templates that match a query. */
export async function templatePage(
  { mode, q = '', categoryId, limit, page, locale = defaults.locale }: TemplatesQuery,
  ports: TemplatePorts,
): Promise<TemplatesAnswerBody> {
  const found = await ports.templates.list({ mode, words: q, categoryId, locale }, ports.templateRenders);
  const templates = found
    .slice((page - 1) * limit, page * limit)
    .map((template) => listedTemplate(template, locale, ports));
  return { success: true, templates, page, limit, total: found.length };
}
