import fc from 'fast-check';
import type { RenderRequest, RequestItem } from '../../src/model/request.ts';
import { aspectRatios, imageErrorPolicies, locales, themeNames } from '../../src/model/vocabulary.ts';

const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });

const text = fc.oneof(
  fc.constantFrom(
    'Pizza',
    'Crème brûlée',
    '北京烤鸭',
    'Борщ',
    '🍕 Pizza',
    'S',
    'A',
    '',
    'a\tb',
    'x\ny',
    '|,;',
    '"\\',
  ),
  fc.lorem({ maxCount: 6 }),
  fc.constantFrom('https://example.org/a.png', 'http://', 'https://a b', 'HTTPS://EXAMPLE.ORG', 'httpster'),
);
const url = fc.webUrl();
const photoId = fc.stringMatching(/^photo_[\w-]{32}$/);
const caption = optional(text);
const item: fc.Arbitrary<RequestItem> = fc.oneof(
  { weight: 4, arbitrary: text },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('text' as const), label: text }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('url' as const), url, label: caption }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('photo' as const), id: photoId, label: caption }) },
);
const tierTitle = fc.oneof(fc.constantFrom('S', 'A', 'B', 'Daily', 'Каждый день', '', '0'), text);
const color = fc.stringMatching(/^#[0-9a-fA-F]{6}$/);
const look = {
  title: optional(text),
  locale: optional(fc.constantFrom(...locales)),
  aspectRatio: optional(fc.constantFrom(...aspectRatios)),
  theme: optional(fc.constantFrom(...themeNames)),
  onImageError: optional(fc.constantFrom(...imageErrorPolicies)),
  tracks: optional(fc.array(fc.record({ title: tierTitle, color: optional(color) }), { maxLength: 8 })),
};
const tiersOf = (entry: fc.Arbitrary<number | RequestItem>) =>
  fc.array(fc.record({ title: tierTitle, items: fc.array(entry, { maxLength: 7 }) }), {
    minLength: 1,
    maxLength: 8,
  });

const templateBoard = fc.record({
  ...look,
  mode: fc.constantFrom(undefined, 'template' as const),
  templateId: fc.constant(7),
  items: optional(fc.array(item, { maxLength: 3 })),
  tiers: tiersOf(fc.nat({ max: 2 }).map((position) => `item_${position}`)),
});
const customBoard = fc.array(item, { maxLength: 80 }).chain((items) =>
  fc.record({
    ...look,
    mode: fc.constantFrom(undefined, 'custom' as const),
    items: fc.constant(items),
    tiers: tiersOf(items.length === 0 ? text : fc.nat({ max: items.length - 1 })).map((tiers) =>
      items.length === 0 ? tiers.map((tier) => ({ ...tier, items: [] })) : tiers,
    ),
  }),
);
const inlineBoard = fc.record({
  ...look,
  mode: fc.constantFrom(undefined, 'inline' as const),
  tiers: tiersOf(item),
});

/** Bodies of render requests in every mode, most of them valid. Template 7 is that of `items/support.ts`. */
export const renderRequests: fc.Arbitrary<RenderRequest> = fc.oneof(templateBoard, customBoard, inlineBoard);
