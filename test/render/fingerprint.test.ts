import fc from 'fast-check';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { parseRenderRequest } from '../../src/api/wire/parse-render-request.ts';
import { resolveSpec } from '../../src/items/resolve.ts';
import type { RenderSpec } from '../../src/model/board.ts';
import { keysOf } from '../../src/model/keys-of.ts';
import { type PlanName, watermarkFor } from '../../src/model/plan.ts';
import type { Template } from '../../src/model/template.ts';
import { aspectRatios, formats, locales, scales, themeNames } from '../../src/model/vocabulary.ts';
import { fingerprintOf, leftOut } from '../../src/render/fingerprint.ts';
import { builtInThemes } from '../../src/themes/theme-set.ts';
import { runs } from '../support/runs.ts';

const drinks: Template = {
  id: 7,
  revision: 1,
  title: { en: 'Hot drinks', zh: '热饮', ru: 'Горячие напитки' },
  description: { en: 'To keep warm.', zh: '暖暖身子。', ru: 'Чтобы согреться.' },
  category: 'food-and-drink',
  tags: [],
  tracks: [{ title: { en: 'Daily', zh: '每天', ru: 'Каждый день' }, color: '#aa0000' }],
  items: [{ label: { en: 'Tea', zh: '茶', ru: 'Чай' } }, { label: { en: 'Cocoa', zh: '可可', ru: 'Какао' } }],
};

interface Circumstances {
  readonly plan?: PlanName;
  readonly version?: string;
  readonly template?: Partial<Template>;
}

/** Returns the fingerprint of a request body. */
function fingerprint(
  body: object,
  { plan = 'enterprise', version = '1', template: changes }: Circumstances = {},
) {
  const { request } = parseRenderRequest(body);
  const find = (id: number) => (id === drinks.id ? { ...drinks, ...changes } : undefined);
  const watermark = watermarkFor(plan, request.watermark);
  const { spec, template } = resolveSpec(request, { find }, { watermark });
  return fingerprintOf(spec, template, version);
}

const custom = {
  mode: 'custom',
  title: 'Drinks',
  tracks: [{ title: 'S', color: '#ff7f7f' }],
  items: ['Tea', 'Cocoa', { type: 'url', url: 'https://pictures.example/a.png', label: 'Chai' }],
  tiers: [
    { title: 'S', items: [0, 2] },
    { title: 'A', items: [1] },
  ],
};
const template = { templateId: 7, tiers: [{ title: 'Daily', items: ['item_1', 'item_0'] }] };

describe('the fingerprint is the same with', () => {
  test.each<[string, object, object]>([
    [
      'fields in another order',
      custom,
      Object.fromEntries(
        Object.entries({
          ...custom,
          tiers: custom.tiers.map(({ title, items }) => ({ items, title })),
        }).reverse(),
      ),
    ],
    [
      'explicit defaults',
      custom,
      {
        ...custom,
        aspectRatio: '3:4',
        theme: 'night',
        locale: 'en',
        format: 'webp',
        scale: 1,
        watermark: false,
        onImageError: 'fail',
      },
    ],
    ['a mode that is not said', custom, { ...custom, mode: undefined }],
    ['no title and an empty one', { ...custom, title: undefined }, { ...custom, title: '' }],
    ['a locale where nothing is translated', custom, { ...custom, locale: 'ru' }],
    ['a colour in upper case', custom, { ...custom, tracks: [{ title: 'S', color: '#FF7F7F' }] }],
    ['the track of a tier in lower case', custom, { ...custom, tracks: [{ title: 's', color: '#ff7f7f' }] }],
    [
      'a track that matches nothing',
      custom,
      { ...custom, tracks: [...custom.tracks, { title: 'Z', color: '#000000' }] },
    ],
    [
      'white space around texts',
      custom,
      {
        ...custom,
        title: '\n Drinks\t',
        items: [' Tea', 'Cocoa  ', { type: 'url', url: 'https://pictures.example/a.png', label: ' Chai ' }],
        tracks: [{ title: ' S', color: '#ff7f7f' }],
        tiers: custom.tiers.map((tier) => ({ ...tier, title: ` ${tier.title} ` })),
      },
    ],
    [
      'a text as an object',
      custom,
      { ...custom, items: [{ type: 'text', label: 'Tea' }, ...custom.items.slice(1)] },
    ],
    ['an item in the pool that no tier places', custom, { ...custom, items: [...custom.items, 'Mate'] }],
    [
      'the same items in another place of the pool',
      custom,
      {
        ...custom,
        items: [...custom.items].reverse(),
        tiers: [
          { title: 'S', items: [2, 0] },
          { title: 'A', items: [1] },
        ],
      },
    ],
    [
      'the items inline',
      custom,
      {
        title: 'Drinks',
        tracks: custom.tracks,
        tiers: [
          { title: 'S', items: ['Tea', custom.items[2]] },
          { title: 'A', items: ['Cocoa'] },
        ],
      },
    ],
    ['what becomes of a picture that cannot be had', custom, { ...custom, onImageError: 'placeholder' }],
    ['an unknown field', custom, { ...custom, colour: 'red' }],
    ['the title that the template has', template, { ...template, title: 'Hot drinks' }],
    ['the colour that the template has', template, { ...template, tracks: [{ title: 'Daily' }] }],
  ])('%s', (_, one, other) => {
    expect(fingerprint(other)).toBe(fingerprint(one));
  });

  test('a watermark that the plan adds anyway', () => {
    const free = { plan: 'free' } as const;
    expect(fingerprint({ ...custom, watermark: false }, free)).toBe(fingerprint(custom, free));
    expect(fingerprint({ ...custom, watermark: true }, free)).toBe(fingerprint(custom, free));
    expect(fingerprint({ ...custom, watermark: true })).toBe(fingerprint(custom, free));
  });
});

describe('the fingerprint changes with', () => {
  test.each<[string, object, object]>([
    ['another theme', custom, { ...custom, theme: 'paper' }],
    ['another ratio', custom, { ...custom, aspectRatio: '1:1' }],
    ['another scale', custom, { ...custom, scale: 2 }],
    ['another format', custom, { ...custom, format: 'png' }],
    ['another title', custom, { ...custom, title: 'drinks' }],
    ['a watermark', custom, { ...custom, watermark: true }],
    ['another colour', custom, { ...custom, tracks: [{ title: 'S', color: '#ff7f7e' }] }],
    ['no colour', custom, { ...custom, tracks: [] }],
    ['tiers in another order', custom, { ...custom, tiers: [...custom.tiers].reverse() }],
    [
      'items in another order',
      custom,
      { ...custom, tiers: [{ title: 'S', items: [2, 0] }, custom.tiers[1]] },
    ],
    ['one tier more', custom, { ...custom, tiers: [...custom.tiers, { title: 'B', items: [] }] }],
    [
      'an item in another tier',
      custom,
      {
        ...custom,
        tiers: [
          { title: 'S', items: [0] },
          { title: 'A', items: [2, 1] },
        ],
      },
    ],
    ['another item', custom, { ...custom, items: ['Teas', ...custom.items.slice(1)] }],
    [
      'an address as text',
      { tiers: [{ title: 'S', items: ['https://pictures.example/a.png'] }] },
      { tiers: [{ title: 'S', items: [{ type: 'text', label: 'https://pictures.example/a.png' }] }] },
    ],
    [
      'another caption',
      custom,
      { ...custom, items: ['Tea', 'Cocoa', { type: 'url', url: 'https://pictures.example/a.png' }] },
    ],
    ['another locale of a template', template, { ...template, locale: 'zh' }],
  ])('%s', (_, one, other) => {
    expect(fingerprint(other)).not.toBe(fingerprint(one));
  });

  test('another version of the renderer, and another revision of the template', () => {
    expect(fingerprint(custom, { version: '2' })).not.toBe(fingerprint(custom));
    expect(fingerprint(template, { template: { revision: 2 } })).not.toBe(fingerprint(template));
    expect(fingerprint(custom, { template: { revision: 2 } })).toBe(fingerprint(custom));
  });
});

/** Texts that could be confused once they are joined, quoted or cut. */
const words = fc.constantFrom(
  'Tea',
  'tea',
  '茶',
  'Чай',
  '"',
  '",',
  ']',
  '\\',
  'null',
  '#ff7f7f',
  'https://a',
);
const color = fc.constantFrom('#ff7f7f', '#00ff00');

const anyBody = fc.record(
  {
    title: words,
    theme: fc.constantFrom(...themeNames),
    aspectRatio: fc.constantFrom(...aspectRatios),
    format: fc.constantFrom(...formats),
    scale: fc.constantFrom(...scales),
    watermark: fc.boolean(),
    tracks: fc.array(fc.record({ title: fc.constantFrom('S', 'A'), color }), { maxLength: 2 }),
    tiers: fc.array(
      fc.record({
        title: fc.constantFrom('S', 'A', ''),
        items: fc.array(
          words.map((label) => ({ type: 'text', label })),
          { maxLength: 3 },
        ),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  },
  { requiredKeys: ['tiers'] },
);

/** Returns the spec that a body resolves to, which determines the pixels. */
function specOf(body: object) {
  const { request } = parseRenderRequest(body);
  const watermark = watermarkFor('enterprise', request.watermark);
  return resolveSpec(request, { find: () => undefined }, { watermark }).spec;
}

/** Returns the same body as another client might write it. */
function rewritten(body: object, shout: boolean, locale: string): object {
  const respell = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(respell);
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).map(([key, inner]) => [key, respellField(key, inner)]);
    return Object.fromEntries(entries.reverse());
  };
  const respellField = (key: string, value: unknown): unknown => {
    if (typeof value !== 'string') return respell(value);
    if (key === 'color') return shout ? value.toUpperCase() : value;
    return key === 'title' || key === 'label' ? `\t${value} ` : value;
  };
  return Object.assign({ theme: 'night', scale: 1, locale }, respell(body));
}

/** Values of every field of a spec. A field without values is a compile error. */
const fields: { readonly [Field in keyof RenderSpec]-?: fc.Arbitrary<RenderSpec[Field]> } = {
  board: fc.record({
    title: words,
    tiers: fc.array(
      fc.record({
        title: words,
        color: fc.option(color),
        items: fc.array(
          fc.oneof(
            fc.record({ kind: fc.constant('text'), label: words }),
            fc.record({ kind: fc.constant('picture'), label: words, address: words }),
          ),
          { maxLength: 2 },
        ),
      }),
      { maxLength: 2 },
    ),
  }),
  aspectRatio: fc.constantFrom(...aspectRatios),
  scale: fc.constantFrom(...scales),
  theme: fc.constantFrom(...themeNames),
  format: fc.constantFrom(...formats),
  watermark: fc.boolean(),
  thumbnail: fc.record({
    shows: fc.constantFrom('board', 'tile'),
    width: fc.constantFrom(1, 2),
    height: fc.constantFrom(1, 2),
  }),
};
const anySpec = fc.record(fields, {
  requiredKeys: ['board', 'aspectRatio', 'scale', 'theme', 'format', 'watermark'],
});

function isLeftOut(field: keyof RenderSpec): boolean {
  return leftOut.some((left) => left === field);
}

/** Returns the same value with the fields of every object in reverse order. */
function withFieldsReversed<T>(value: T): T {
  return JSON.parse(JSON.stringify(value), (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).reverse())
      : inner,
  );
}

describe('the fingerprint', () => {
  test('does not depend on the spelling of a request', () => {
    fc.assert(
      fc.property(anyBody, fc.boolean(), fc.constantFrom(...locales), (body, shout, locale) => {
        expect(fingerprint(rewritten(body, shout, locale))).toBe(fingerprint(body));
      }),
    );
  });

  test('is the same for two requests exactly if their specs are equal', () => {
    fc.assert(
      fc.property(anyBody, anyBody, (one, other) => {
        const areEqual = JSON.stringify(specOf(one)) === JSON.stringify(specOf(other));
        expect(fingerprint(one) === fingerprint(other)).toBe(areEqual);
      }),
      { numRuns: runs(300) },
    );
  });

  test('is 43 characters of base64url', () => {
    expect(fingerprint(custom)).toMatch(/^[\w-]{43}$/);
  });

  test('does not depend on the order of the fields of a spec', () => {
    fc.assert(
      fc.property(anySpec, (spec) => {
        expect(fingerprintOf(withFieldsReversed(spec), undefined, '1')).toBe(
          fingerprintOf(spec, undefined, '1'),
        );
      }),
    );
  });

  test.each(keysOf(fields).filter((field) => !isLeftOut(field)))(
    'changes with the field %s of a spec',
    (field) => {
      fc.assert(
        fc.property(anySpec, fields[field], (spec, value) => {
          const changed = { ...spec, [field]: value };
          const areEqual = JSON.stringify(changed[field]) === JSON.stringify(spec[field]);
          const [one, other] = [spec, changed].map((each) => fingerprintOf(each, undefined, '1'));
          expect(one === other).toBe(areEqual);
        }),
      );
    },
  );

  test.each(leftOut)('does not change with the left-out field %s alone', (field) => {
    const themes = { ...builtInThemes, digestOf: () => 'the same' };
    fc.assert(
      fc.property(anySpec, fields[field], (spec, value) => {
        const changed = { ...spec, [field]: value };
        expect(fingerprintOf(changed, undefined, '1', themes)).toBe(
          fingerprintOf(spec, undefined, '1', themes),
        );
      }),
    );
  });

  test('can leave out only fields of a spec', () => {
    expectTypeOf<(typeof leftOut)[number]>().toExtend<keyof RenderSpec>();
    // @ts-expect-error RenderSpec has no such field.
    const wrong = ['background'] as const satisfies readonly (keyof RenderSpec)[];
    expect(wrong).toHaveLength(1);
  });
});
