import { Failure, invalid } from '../../../model/failure.ts';
import { defaults, type Locale } from '../../../model/vocabulary.ts';
import { type CatalogTemplate, findTemplate } from '../../../templates/catalog.ts';
import { localeQuerySchema, type TemplateAnswerBody, templateAnswerSchema } from '../../wire/templates.ts';
import { defineEndpoint } from '../define-endpoint.ts';
import { examplePreview, exampleTemplate } from './examples.ts';
import { blankTemplateBody, type TemplatePorts, templateBody } from './template-bodies.ts';

const wholeNumber = /^-?\d+$/;

export const getTemplate = defineEndpoint({
  method: 'GET',
  path: '/api/v1/templates/:id',
  auth: 'key',
  docs: {
    name: 'getTemplate',
    tag: 'Templates',
    summary: 'Everything about a template',
    description:
      'Its tiers, and its items by the references that a render request uses. `custom` is a blank template: the ' +
      'usual tiers, and no items. Nothing is charged for it.',
  },
  params: {
    id: {
      description: 'The id of a template, or `custom`.',
      example: '1',
      pattern: `${wholeNumber.source}|^custom$`,
    },
  },
  query: localeQuerySchema,
  answers: {
    200: {
      description: 'The template.',
      schema: templateAnswerSchema,
      examples: {
        dishes: {
          summary: 'A template, with the first of its tiers and items',
          value: {
            success: true,
            ...exampleTemplate,
            locale: 'en',
            revision: 1,
            tracks: [
              { title: 'S', color: '#f86970' },
              { title: 'A', color: '#ff8f57' },
            ],
            itemIndexMap: {
              item_0: { label: 'Pizza', imageUrl: examplePreview('items/0.webp') },
              item_1: { label: 'Sushi', imageUrl: examplePreview('items/1.webp') },
            },
          },
        },
      },
    },
    404: { when: 'There is no such template.', message: 'There is no template 4711' },
  },
  handle:
    (ports: TemplatePorts) =>
    ({ params, query }) =>
      templateWithId(params.id, query().locale, ports),
});

/** Returns the template with the id in an address. @throws Failure invalidRequest, notFound */
export function templateWithId(
  id: string,
  locale: Locale | undefined = defaults.locale,
  ports: TemplatePorts,
): TemplateAnswerBody {
  return id === 'custom'
    ? blankTemplateBody(locale, ports.baseUrl())
    : templateBody(find(id, ports), locale, ports);
}

function find(id: string, { templates }: TemplatePorts): CatalogTemplate {
  if (!wholeNumber.test(id)) throw invalid('id', 'must be a whole number or "custom"');
  const template = findTemplate(id, templates);
  if (template === undefined) throw new Failure('notFound', `There is no template ${id.slice(0, 20)}`);
  return template;
}
