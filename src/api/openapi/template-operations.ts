import { localeQuerySchema, previewQuerySchema, templatesQuerySchema } from '../wire/templates.ts';
import { anyTime, type ErrorAnswer, type Operation } from './operation.ts';
import { templateAnswerExamples, templatesAnswerExamples } from './template-examples.ts';

const noKey: ErrorAnswer = {
  when: 'The key is missing, malformed, unknown or revoked, or two different ones came.',
  message: 'The API key is not valid',
};

const imageHeaders = ['ETag', 'Cache-Control'] as const;
const templateId = { description: 'The id of a template.', example: '1' };

const byKey = { tag: 'Templates', security: ['bearerKey', 'headerKey'], isCounted: true } as const;

const preview = {
  method: 'get',
  tag: 'Templates',
  security: ['nobody'],
  query: previewQuerySchema,
  answers: {
    200: { description: 'The picture.', headers: imageHeaders, content: { 'image/webp': {} } },
    304: { description: 'You have it already.', headers: imageHeaders },
  },
  errors: {
    ...anyTime,
    404: 'There is no such template, or it has no such item.',
    503: 'There is no capacity at the moment.',
  },
} as const;

export const templateOperations: readonly Operation[] = [
  {
    ...byKey,
    method: 'get',
    path: '/api/v1/templates',
    operationId: 'listTemplates',
    summary: 'Search and list templates',
    description: 'Nothing is charged for it. Unknown parameters are ignored.',
    query: templatesQuerySchema,
    answers: {
      200: {
        description: 'One page of what was found.',
        schema: 'TemplatesAnswer',
        examples: templatesAnswerExamples,
      },
    },
    errors: {
      ...anyTime,
      400: {
        when: 'A parameter is not valid.',
        message: 'limit: must be a whole number from 1 to 100',
      },
      401: noKey,
    },
  },
  {
    ...byKey,
    method: 'get',
    path: '/api/v1/templates/{id}',
    operationId: 'getTemplate',
    summary: 'Everything about a template',
    description:
      'Its tiers, and its items by the references that a render request uses. `custom` is a blank template: the ' +
      'usual tiers, and no items. Nothing is charged for it.',
    pathParameters: {
      id: { description: 'The id of a template, or `custom`.', example: '1' },
    },
    query: localeQuerySchema,
    answers: {
      200: { description: 'The template.', schema: 'TemplateAnswer', examples: templateAnswerExamples },
    },
    errors: {
      ...anyTime,
      401: noKey,
      404: { when: 'There is no such template.', message: 'There is no template 4711' },
    },
  },
  {
    ...byKey,
    method: 'get',
    path: '/api/v1/categories',
    operationId: 'listCategories',
    summary: 'List the categories of templates',
    description: 'Their ids are what `categoryId` asks for. Nothing is charged for it.',
    query: localeQuerySchema,
    answers: { 200: { description: 'All categories.', schema: 'CategoriesAnswer' } },
    errors: { ...anyTime, 401: noKey },
  },
  {
    ...preview,
    path: '/templates/{id}/cover.webp',
    operationId: 'getCover',
    summary: 'A small picture of a template',
    description: 'A ranking with its first items, 640×360 pixels. For everybody.',
    pathParameters: { id: templateId },
  },
  {
    ...preview,
    path: '/templates/{id}/cover.png',
    operationId: 'getLinkPicture',
    summary: 'A picture of a template for links',
    description:
      'The same ranking, larger and as PNG, for whoever shows a link to the template. For everybody.',
    pathParameters: { id: templateId },
    answers: {
      ...preview.answers,
      200: { description: 'The picture.', headers: imageHeaders, content: { 'image/png': {} } },
    },
  },
  {
    ...preview,
    path: '/templates/{id}/items/{file}',
    operationId: 'getItemPicture',
    summary: 'A picture of an item',
    description: 'Its tile as it is drawn, 512×512 pixels. For everybody.',
    pathParameters: {
      id: templateId,
      file: { description: '`<n>.webp` for the item that requests name `item_<n>`.', example: '0.webp' },
    },
  },
];
