import type { ListedTemplateBody, TemplateAnswerBody, TemplatesAnswerBody } from '../wire/templates.ts';
import type { Example } from './operation.ts';

const base = 'https://tiers.example.org';

const dishes: ListedTemplateBody = {
  id: 1,
  title: 'World Dishes',
  description: 'Thirty dishes from around the world, from borscht to tempura.',
  category: { id: 1, name: 'Food and drink' },
  tags: ['food', 'dishes', 'cuisine', 'dinner'],
  itemCount: 30,
  renderCount: 128,
  createdAt: '2026-11-21T00:00:00.000Z',
  updatedAt: '2026-11-21T00:00:00.000Z',
  url: `${base}/tier/1`,
  coverUrl: `${base}/templates/1/cover.webp?v=1-9b1c03ad&locale=en`,
};

export const templatesAnswerExamples = {
  search: {
    summary: 'What `?q=dishes&limit=1` may find',
    value: {
      success: true,
      templates: [dishes],
      page: 1,
      limit: 1,
      total: 3,
    } satisfies TemplatesAnswerBody,
  },
} satisfies Record<string, Example>;

export const templateAnswerExamples = {
  dishes: {
    summary: 'A template, with the first of its tiers and items',
    value: {
      success: true,
      ...dishes,
      locale: 'en',
      revision: 1,
      tracks: [
        { title: 'S', color: '#f86970' },
        { title: 'A', color: '#ff8f57' },
      ],
      itemIndexMap: {
        item_0: {
          label: 'Pizza',
          imageUrl: `${base}/templates/1/items/0.webp?v=1-9b1c03ad&locale=en`,
        },
        item_1: {
          label: 'Sushi',
          imageUrl: `${base}/templates/1/items/1.webp?v=1-9b1c03ad&locale=en`,
        },
      },
    } satisfies TemplateAnswerBody,
  },
} satisfies Record<string, Example>;
