import type { RenderRequest } from '../../../model/request.ts';
import type { Format } from '../../../model/vocabulary.ts';
import type { RenderAnswerBody } from '../../wire/render-answer.ts';

/** The base URL in the examples of the OpenAPI document. */
export const exampleBase = 'https://tiers.example.org';

/** Requests that work on every new installation, one for each mode. */
const requests = {
  custom: {
    title: 'Teas of the house',
    items: ['Assam', 'Sencha', 'Earl Grey', 'Rooibos', { type: 'text', label: '🌼 Chamomile' }],
    tracks: [{ title: 'Every day', color: '#7fbf7f' }, { title: 'Now and then' }],
    tiers: [
      { title: 'Every day', items: [1, 0] },
      { title: 'Now and then', items: [2, 4] },
      { title: 'For guests', items: [3] },
    ],
  },
  template: {
    mode: 'template',
    templateId: 1,
    locale: 'en',
    aspectRatio: '16:9',
    theme: 'paper',
    tiers: [
      { title: 'S', items: ['item_0', 'item_2', 'item_20'] },
      { title: 'A', items: ['item_6', 'item_28'] },
      { title: 'B', items: [] },
    ],
  },
  inline: {
    mode: 'inline',
    title: 'Ways to eat a potato',
    format: 'png',
    tiers: [
      { title: 'Great', items: ['Fries', 'Gnocchi'] },
      { title: 'Good', items: ['Baked'] },
    ],
  },
} as const satisfies Record<string, RenderRequest>;

export const renderRequestExamples = {
  custom: {
    summary: 'Your own items: a pool, and tiers that point into it',
    value: requests.custom,
  },
  template: {
    summary: 'An official template: tiers that name its items',
    value: requests.template,
  },
  inline: {
    summary: 'Items written directly into the tiers',
    value: requests.inline,
  },
};

/** Returns an example answer. */
function answer(
  renderId: string,
  rest: Pick<RenderAnswerBody, 'width' | 'height' | 'aspectRatio' | 'title'>,
  format: Format,
): RenderAnswerBody {
  const imagePath = `/images/${renderId}.${format}`;
  return {
    success: true,
    renderId,
    imageUrl: `${exampleBase}${imagePath}`,
    imagePath,
    ...rest,
    cached: false,
    expiresAt: '2026-12-08T09:30:00.000Z',
  };
}

/** The answers to the requests with the same names. */
export const renderAnswerExamples = {
  custom: {
    summary: 'Your own items',
    value: answer(
      'av2MaGx3k9Qb0sVYt1n4Zr7wEoPcUuHf_5dLgJ2i',
      { width: 1080, height: 1440, aspectRatio: '3:4', title: 'Teas of the house' },
      'webp',
    ),
  },
  template: {
    summary: 'A template, which gave the image its title',
    value: answer(
      'av2MaOe8YtR1mB6qKx0hZs3vNnWjDp-4cFuTgA7L',
      { width: 1920, height: 1080, aspectRatio: '16:9', title: 'World Dishes' },
      'webp',
    ),
  },
  inline: {
    summary: 'Items written directly into the tiers, as PNG',
    value: answer(
      'av2MaJc5iUo9Xw2bEr7fQk1zSyMhVg_8nPdT0aGl',
      { width: 1080, height: 1440, aspectRatio: '3:4', title: 'Ways to eat a potato' },
      'png',
    ),
  },
} satisfies Record<keyof typeof renderRequestExamples, unknown>;
