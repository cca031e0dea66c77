import { previewPath } from '../../../templates/previews/address.ts';
import type { ListedTemplateBody } from '../../wire/templates.ts';
import { exampleBase } from '../rendering/examples.ts';

/** Returns the address of a preview of the example template. */
export function examplePreview(file: string): string {
  return `${exampleBase}${previewPath(1, file, '1-9b1c03ad', 'en')}`;
}

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
  coverUrl: examplePreview('cover.webp'),
};
