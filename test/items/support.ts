import { resolveSpec } from '../../src/items/resolve.ts';
import { Failure } from '../../src/model/failure.ts';
import type { RenderRequest } from '../../src/model/request.ts';
import type { Template, TemplateCatalog } from '../../src/model/template.ts';

const drinks: Template = {
  id: 7,
  revision: 1,
  title: { en: 'Hot Drinks', zh: '热饮', ru: 'Горячие напитки' },
  description: { en: 'To keep warm.', zh: '暖暖身子。', ru: 'Чтобы согреться.' },
  category: 'food-and-drink',
  tags: [],
  tracks: [
    { title: { en: 'Daily', zh: '每天', ru: 'Каждый день' }, color: '#AA0000' },
    { title: { en: 'Sometimes', zh: '偶尔', ru: 'Иногда' } },
    { title: { en: 'Never', zh: '从不', ru: 'Никогда' }, color: '#0000bb' },
  ],
  items: [
    { label: { en: 'Tea', zh: '茶', ru: 'Чай' }, emoji: '🍵' },
    { label: { en: 'Coffee', zh: '咖啡', ru: 'Кофе' }, emoji: '☕' },
    { label: { en: 'Cocoa', zh: '可可', ru: 'Какао' } },
  ],
};

const catalog: TemplateCatalog = { find: (id) => (id === drinks.id ? drinks : undefined) };

export function resolve(request: RenderRequest, watermark = false): ReturnType<typeof resolveSpec> {
  return resolveSpec(request, catalog, { watermark });
}

/** Returns the labels of the tiles of each tier. */
export function labels(request: RenderRequest): string[][] {
  return resolve(request).spec.board.tiers.map((tier) => tier.items.map((item) => item.label));
}

export function colors(request: RenderRequest): (string | null)[] {
  return resolve(request).spec.board.tiers.map((tier) => tier.color);
}

/** Returns the status and message with which a request is rejected. */
export function refusal(request: RenderRequest): { status: number; message: string } {
  try {
    resolve(request);
  } catch (error) {
    if (error instanceof Failure) return { status: error.status, message: error.message };
    throw error;
  }
  throw new Error('the request was not refused');
}
