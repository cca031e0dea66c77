import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseTemplate } from '../../src/templates/parse.ts';

const words = { en: 'Tea', zh: '茶', ru: 'Чай' };
const good = {
  schemaVersion: 1,
  id: 7,
  revision: 2,
  createdAt: '2026-01-31',
  updatedAt: '2026-02-01',
  title: words,
  description: words,
  category: 'food-and-drink',
  tags: ['hot'],
  tracks: [{ title: words, color: '#ff7f7f' }],
  items: [{ label: words, emoji: '🍵' }, { label: { en: 'Coffee', zh: '咖啡', ru: 'Кофе' } }],
};

/** Returns the problems of the valid template with these fields changed, without the file name. */
function problems(change: object): string[] {
  const parsed = parseTemplate('7-drinks.json', JSON.stringify({ ...good, ...change }));
  if (!('problems' in parsed)) return [];
  return parsed.problems.map((line) => line.replace(/^7-drinks\.json: /u, ''));
}

it('parseTemplate returns the template of a valid file', () => {
  const { schemaVersion: _, ...template } = good;
  expect(parseTemplate('7-drinks.json', JSON.stringify(good))).toEqual({ template });
});

it('parseTemplate accepts the address of a schema, for editors', () => {
  const { schemaVersion: _, ...template } = good;
  const file = { $schema: './template.schema.json', ...good };
  expect(parseTemplate('7-drinks.json', JSON.stringify(file))).toEqual({ template });
});

it('parseTemplate accepts the sources of a list, and leaves them out of the template', () => {
  const { schemaVersion: _, ...template } = good;
  const file = { ...good, sources: ['Unicode CLDR'] };
  expect(parseTemplate('7-drinks.json', JSON.stringify(file))).toEqual({ template });
});

it('parseTemplate begins every problem with the name of the file', () => {
  const parsed = parseTemplate('7-drinks.json', JSON.stringify({ ...good, id: 0, category: '' }));
  expect(parsed).toEqual({
    problems: [
      '7-drinks.json: id: must be at least 1',
      '7-drinks.json: category: must be lower-case words joined by -',
    ],
  });
});

describe('parseTemplate reports', () => {
  it.each<[string, object, string]>([
    ['a later format', { schemaVersion: 2 }, 'schemaVersion: must be 1, the format this version reads'],
    ['a missing id', { id: undefined }, 'id: is missing'],
    ['an id in quotes', { id: '7' }, 'id: must be a number'],
    ['a fractional id', { id: 7.5 }, 'id: must be a whole number'],
    ['an id out of range', { id: 1e308 }, 'id: must be a whole number'],
    [
      'an id that differs from the file name',
      { id: 8 },
      'id: is 8, so the file must be named 8-<words>.json',
    ],
    ['no source in a list of sources', { sources: [] }, 'sources: must hold at least 1'],
    ['a source that is not a text', { sources: [7] }, 'sources[0]: must be a text'],
    ['revision 0', { revision: 0 }, 'revision: must be at least 1'],
    ['31 February', { updatedAt: '2026-02-31' }, 'updatedAt: must be a date such as 2026-01-31'],
    ['a month 13', { updatedAt: '2026-13-01' }, 'updatedAt: must be a date such as 2026-01-31'],
    [
      '29 February of a common year',
      { createdAt: '2026-02-29' },
      'createdAt: must be a date such as 2026-01-31',
    ],
    ['an invalid date', { createdAt: '31.01.2026' }, 'createdAt: must be a date such as 2026-01-31'],
    ['an update before the creation', { updatedAt: '2025-01-01' }, 'updatedAt: is before createdAt'],
    ['a misspelt field', { tag: [] }, 'tag: is not a field of a template'],
    ['a missing language', { title: { en: 'Tea', ru: 'Чай' } }, 'title.zh: is missing'],
    ['an unknown language', { title: { ...words, de: 'Tee' } }, 'title.de: is not a field of a template'],
    ['a title without languages', { title: 'Tea' }, 'title: must be an object'],
    ['a list for a title', { title: [] }, 'title.en: is missing'],
    ['a null title', { title: { ...words, en: null } }, 'title.en: must be a text'],
    ['an empty title', { title: { ...words, en: '' } }, 'title.en: must not be empty'],
    [
      'a space at the end',
      { title: { ...words, en: 'Tea ' } },
      'title.en: must not begin or end with a space',
    ],
    ['two lines', { title: { ...words, en: 'a\nb' } }, 'title.en: must be one line of well-formed Unicode'],
    [
      'an unpaired surrogate',
      { title: { ...words, en: '\ud83c' } },
      'title.en: must be one line of well-formed Unicode',
    ],
    ['decomposed letters', { title: { ...words, en: 'Cafe\u0301' } }, 'title.en: must be in Unicode NFC'],
    [
      'a long title',
      { title: { ...words, en: 'x'.repeat(201) } },
      'title.en: is 201 characters long; the limit is 200',
    ],
    [
      'a long label',
      { items: [{ label: { ...words, ru: 'ш'.repeat(119) } }] },
      'items[0].label.ru: is 119 characters long; the limit is 118',
    ],
    ['an unknown category', { category: 'food' }, 'category: there is no category "food"'],
    [
      'a misspelt category',
      { category: 'food-and-drinks' },
      'category: there is no category "food-and-drinks"; did you mean "food-and-drink"?',
    ],
    ['a category in capitals', { category: 'Food' }, 'category: must be lower-case words joined by -'],
    ['tags that are not a list', { tags: 'hot' }, 'tags: must be a list'],
    ['the same tag twice', { tags: ['hot', 'Hot'] }, 'tags[1]: is the same as tags[0]'],
    ['no tracks', { tracks: [] }, 'tracks: must hold at least 1'],
    ['too many tracks', { tracks: Array(31).fill(good.tracks[0]) }, 'tracks: must hold at most 30'],
    [
      'a short colour',
      { tracks: [{ title: words, color: '#abc' }] },
      'tracks[0].color: must be #rrggbb in lower case',
    ],
    [
      'a colour with markup',
      { tracks: [{ title: words, color: 'url(#x)' }] },
      'tracks[0].color: must be #rrggbb in lower case',
    ],
    ['no items', { items: [] }, 'items: must hold at least 1'],
    [
      'more items than an image holds',
      { items: Array(81).fill(good.items[0]) },
      'items: must hold at most 80',
    ],
    ['an item that is not an object', { items: ['Tea'] }, 'items[0]: must be an object'],
    ['a missing label', { items: [{ emoji: '🍵' }] }, 'items[0].label: is missing'],
    [
      'a word as an emoji',
      { items: [{ label: words, emoji: 'tea' }] },
      'items[0].emoji: must be one emoji, written in full',
    ],
    [
      'two emoji',
      { items: [{ label: words, emoji: '🍵🍵' }] },
      'items[0].emoji: must be one emoji, written in full',
    ],
    [
      'a heart with text presentation',
      { items: [{ label: words, emoji: '❤' }] },
      'items[0].emoji: must be one emoji, written in full',
    ],
    [
      'an emoji that is not fully qualified',
      { items: [{ label: words, emoji: '❤\u200d🔥' }] },
      'items[0].emoji: must be one emoji, written in full',
    ],
    [
      'an icon by its title',
      { items: [{ label: words, icon: 'C++' }] },
      'items[0].icon: must be the slug of an icon of Simple Icons, such as python',
    ],
    [
      'art outside its folder',
      { items: [{ label: words, art: '../secret.svg' }] },
      'items[0].art: must be a file in art/, such as blue-whale.svg',
    ],
    [
      'art from the web',
      { items: [{ label: words, art: 'https://example.org/a.svg' }] },
      'items[0].art: must be a file in art/, such as blue-whale.svg',
    ],
    [
      'art of another kind',
      { items: [{ label: words, art: 'tea.gif' }] },
      'items[0].art: must be a file in art/, such as blue-whale.svg',
    ],
    [
      'two figures for one item',
      { items: [{ label: words, emoji: '🍵', icon: 'python' }] },
      'items[0]: has emoji and icon; one of them is enough',
    ],
    [
      'the same label twice in one language',
      { items: [good.items[0], { label: { en: 'TEA', zh: '红茶', ru: 'Чёрный чай' } }] },
      'items[1].label.en: is the same as items[0].label.en',
    ],
  ])('%s', (_, change, problem) => {
    expect(problems(change)[0]).toBe(problem);
  });

  it.each(['❤️', '❤️‍🔥', '👍🏽', '🏋🏽‍♀️', '🇨🇳', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '1️⃣', '👨‍👩‍👧‍👦', '☕', '🏕️'])(
    'no problem for the emoji %s',
    (emoji) => {
      expect(problems({ items: [{ label: words, emoji }] })).toEqual([]);
    },
  );

  it.each(['', '{', 'null', '[]', '7', '"x"', '{"a":\n\n1,}'])('a file %j in one line', (text) => {
    const parsed = parseTemplate('7-drinks.json', text);
    expect(parsed).toEqual({
      problems: expect.arrayContaining([expect.stringMatching(/^7-drinks\.json: [^\n]+$/u)]),
    });
  });

  it('a field named __proto__', () => {
    const text = JSON.stringify(good).replace('{', '{"__proto__":{"id":8},');
    expect(parseTemplate('7-drinks.json', text)).toEqual({
      problems: ['7-drinks.json: __proto__: is not a field of a template'],
    });
  });
});

it.each(['drinks.json', '07-drinks.json', '7.json', '7-Drinks.json', '77-drinks.json'])(
  'parseTemplate rejects the file name %s',
  (name) => {
    expect(parseTemplate(name, JSON.stringify(good))).toEqual({
      problems: [`${name}: id: is 7, so the file must be named 7-<words>.json`],
    });
  },
);

it('parseTemplate reads a file with a byte order mark', () => {
  const name = '1-world-dishes.json';
  const text = readFileSync(new URL(`../../data/templates/${name}`, import.meta.url), 'utf8');
  expect(parseTemplate(name, `\uFEFF${text}`)).toEqual(parseTemplate(name, text));
});
