import { describe, expect, it } from 'vitest';
import type { RequestItem } from '../../src/model/request.ts';
import { labels, refusal, resolve } from './support.ts';

type Entries = readonly (number | RequestItem)[];

const inSecondTier = (items: Entries) => [
  { title: 'S', items: [] },
  { title: 'A', items },
];

describe('custom mode', () => {
  const items: RequestItem[] = [
    'plain',
    { type: 'text', label: 'object' },
    '',
    'https://example.com/a.png',
    { type: 'url', url: 'https://example.com/b.png' },
  ];
  const custom = (entries: Entries) => ({ items, tiers: inSecondTier(entries) });

  it('takes zero-based indexes, and draws a plain string as text even if it looks like an address', () => {
    expect(labels(custom([0, 1, 2, 3]))[1]).toEqual(['plain', 'object', '', 'https://example.com/a.png']);
  });

  it('ignores a photo in the pool that no tier places', () => {
    expect(resolve(custom([0])).warnings).toEqual([]);
  });

  it.each<[string, Entries, string]>([
    ['past the end', [0, 5], 'tiers[1].items[1]: index 5 is outside the pool of 5 items'],
    ['negative', [-1], 'tiers[1].items[0]: index -1 is outside the pool of 5 items'],
    [
      'enormous',
      [Number.MAX_SAFE_INTEGER],
      'tiers[1].items[0]: index 9007199254740991 is outside the pool of 5 items',
    ],
    ['a fraction', [0.5], 'tiers[1].items[0]: expected a whole number, not 0.5'],
    ['not a number', [Number.NaN], 'tiers[1].items[0]: expected a whole number, not NaN'],
    ['digits', ['0'], 'tiers[1].items[0]: expected an index into items, such as 0, not the text "0"'],
    [
      'a reference',
      ['item_0'],
      'tiers[1].items[0]: expected an index into items, such as 0, not the text "item_0"',
    ],
    [
      'a label',
      ['objekt'],
      'tiers[1].items[0]: expected an index into items, such as 0, not the text "objekt"; did you mean 1?',
    ],
    [
      'an item',
      [0, { type: 'text', label: 'x' }],
      'tiers[1].items[1]: expected an index into items, such as 0; an item itself belongs in items',
    ],
  ])('rejects %s', (_, entries, message) => {
    expect(refusal(custom(entries))).toEqual({ status: 400, message });
  });

  it.each([
    [[], 'tiers[1].items[0]: index 0 is outside the pool of 0 items'],
    [['a'], 'tiers[1].items[0]: index 1 is outside the pool of 1 item'],
  ])('reports the size of the pool %j', (pool, message) => {
    expect(refusal({ items: pool, tiers: inSecondTier([pool.length]) })).toEqual({ status: 400, message });
  });

  it('requires a pool', () => {
    expect(refusal({ mode: 'custom', tiers: inSecondTier([]) })).toEqual({
      status: 400,
      message: 'items: required in custom mode',
    });
  });
});

describe('template mode', () => {
  it('draws labels in the locale of the request, preceded by their emoji', () => {
    const tiers = inSecondTier(['item_2', 'item_0']);
    expect(labels({ templateId: 7, tiers })[1]).toEqual(['Cocoa', '🍵 Tea']);
    expect(labels({ templateId: 7, locale: 'zh', tiers })[1]).toEqual(['可可', '🍵 茶']);
    expect(labels({ templateId: 7, locale: 'ru', tiers })[1]).toEqual(['Какао', '🍵 Чай']);
  });

  it.each<[string, number | RequestItem, string]>([
    ['past the end', 'item_3', 'item_3 is not in template 7, which has item_0 to item_2'],
    ['an index', 0, 'expected an item reference such as item_0, not the number 0'],
    ['an object', { type: 'text', label: 'x' }, 'expected an item reference such as item_0, not an object'],
    [
      'a picture',
      { type: 'url', url: 'https://example.com/' },
      'expected an item reference such as item_0, not an object',
    ],
    ...['', 'Water', 'item_-1', 'item_00', 'item_1 ', 'Item_1', 'item_1.0', 'item_١', '__proto__'].map(
      (text): [string, string, string] => [
        JSON.stringify(text),
        text,
        `expected an item reference such as item_0, not "${text}"`,
      ],
    ),
    ['half', 'item_', 'expected an item reference such as item_0, not "item_"; did you mean item_0?'],
    ['a label', 'cofee', 'expected an item reference such as item_0, not "cofee"; did you mean item_1?'],
    [
      'a long text',
      '🍵'.repeat(5000),
      `expected an item reference such as item_0, not "${'🍵'.repeat(40)}…"`,
    ],
  ])('rejects %s', (_, entry, what) => {
    expect(refusal({ templateId: 7, tiers: inSecondTier([entry]) })).toEqual({
      status: 400,
      message: `tiers[1].items[0]: ${what}`,
    });
  });

  it('requires a template that exists', () => {
    expect(refusal({ mode: 'template', tiers: inSecondTier([]) })).toEqual({
      status: 400,
      message: 'templateId: required in template mode',
    });
    expect(refusal({ templateId: 8, tiers: inSecondTier([]) })).toEqual({
      status: 404,
      message: 'templateId: there is no template 8',
    });
  });
});

describe('inline mode', () => {
  it.each<[string, RequestItem, string]>([
    ['a string', 'Tea', 'Tea'],
    ['an object', { type: 'text', label: 'Tea' }, 'Tea'],
    ['an empty label', '', ''],
    ['an address declared as text', { type: 'text', label: 'https://example.com/' }, 'https://example.com/'],
    ['a sentence that begins with an address', 'https://example.com is mine', 'https://example.com is mine'],
    ['an address without a host', 'https://', 'https://'],
    ['another scheme', 'ftp://example.com/a.png', 'ftp://example.com/a.png'],
    ['no scheme', 'example.com/a.png', 'example.com/a.png'],
    ['a reference', 'item_0', 'item_0'],
  ])('draws %s', (_, entry, label) => {
    expect(labels({ tiers: inSecondTier([entry]) })[1]).toEqual([label]);
  });

  it.each<[string, number | RequestItem, string]>([
    ['an index', 3, 'expected an item (a text or an object), not the number 3: inline mode has no pool'],
  ])('rejects %s', (_, entry, what) => {
    expect(refusal({ tiers: inSecondTier(['x', entry]) })).toEqual({
      status: 400,
      message: `tiers[1].items[1]: ${what}`,
    });
  });
});

describe('an item placed more than once', () => {
  const tiers = (items: Entries) => [
    { title: 'S', items: items.slice(0, 1) },
    { title: 'A', items: items.slice(1) },
  ];

  it('is drawn each time, with one warning', () => {
    const request = { items: ['a', 'b'], tiers: tiers([1, 0, 1, 1]) };
    expect(labels(request)).toEqual([['b'], ['a', 'b', 'b']]);
    expect(resolve(request).warnings).toEqual([
      'tiers[1].items[1]: item 1 is already placed at tiers[0].items[0]; it is drawn more than once',
    ]);
  });

  it.each<[string, object, Entries, string | null]>([
    ['a template item', { templateId: 7 }, ['item_0', 'item_0'], 'item_0'],
    ['the same words inline', {}, ['Tea', { type: 'text', label: 'Tea' }], '"Tea"'],
    ['blank tiles inline', {}, ['', ''], null],
    ['equal words at two places of the pool', { items: ['Tea', 'Tea'] }, [0, 1], null],
  ])('is recognised only as the same item: %s', (_, rest, entries, name) => {
    const message = `tiers[1].items[0]: ${name} is already placed at tiers[0].items[0]; it is drawn more than once`;
    expect(resolve({ ...rest, tiers: tiers(entries) }).warnings).toEqual(name === null ? [] : [message]);
  });
});

describe('80 tiles', () => {
  const many = (count: number, entry: (i: number) => number | string) => [
    { title: 'S', items: Array.from({ length: 40 }, (_, i) => entry(i)) },
    { title: 'A', items: Array.from({ length: count - 40 }, (_, i) => entry(i + 40)) },
  ];

  it.each([
    ['custom', { items: ['a'] }, () => 0],
    ['template', { templateId: 7 }, () => 'item_0'],
    ['inline', {}, (i: number) => `item ${i}`],
  ])('fit into one image, and 81 do not (%s mode)', (_, rest, entry) => {
    expect(labels({ ...rest, tiers: many(80, entry) }).flat()).toHaveLength(80);
    expect(refusal({ ...rest, tiers: many(81, entry) })).toEqual({
      status: 400,
      message: 'tiers: 81 items are placed; one picture holds at most 80',
    });
  });
});
