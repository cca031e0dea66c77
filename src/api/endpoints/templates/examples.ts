import type { ListedTemplateBody } from '../../wire/templates.ts';

export const exampleBase = 'https://tiers.example.org';

/** A template in the examples of the OpenAPI document. */
export const exampleTemplate: ListedTemplateBody = {
  id: 1,
  title: 'World Dishes',
  description: 'Thirty dishes from around the world, from borscht to tempura.',
  category: { id: 1, name: 'Food and drink' },
  tags: ['food', 'dishes', 'cuisine', 'dinner'],
  itemCount: 30,
  renderCount: 128,
  createdAt: '2026-11-21T00:00:00.000Z',
  updatedAt: '2026-11-21T00:00:00.000Z',
  url: `${exampleBase}/tier/1`,
  coverUrl: `${exampleBase}/templates/1/cover.webp?v=1-9b1c03ad&locale=en`,
};
