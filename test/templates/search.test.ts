import { describe, expect, it } from 'vitest';
import { packagedData } from '../../src/files/package-files.ts';
import { type Locale, locales } from '../../src/model/vocabulary.ts';
import { type ListMode, LiveTemplates } from '../../src/templates/live.ts';
import { templateSearch } from '../../src/templates/search/index.ts';

const templates = await LiveTemplates.open(packagedData.templatesDir);
const never = () => ({ total: 0, recent: 0 });

const titlesOf = async (words: string, locale: Locale = 'en', mode?: ListMode) =>
  (await templates.list({ words, locale, mode }, never)).map(({ title }) => title.en);

describe('search in English', () => {
  it.each([
    // Exact words, in any case.
    ['programming languages', 'Programming Languages'],
    ['PROGRAMMING LANGUAGES', 'Programming Languages'],
    ['world dishes', 'World Dishes'],
    ['pets', 'Pets'],
    ['dog breeds', 'Dog Breeds'],
    ['ice cream', 'Ice Cream Flavours'],
    ['new year', 'New Year Traditions'],
    // Another order, another form.
    ['breeds of dog', 'Dog Breeds'],
    ['language', 'Languages to Learn'],
    ['planet', 'Planets and Moons'],
    ['pet', 'Pets'],
    ['composing', 'Classical Composers'],
    ["sleeper's habit", 'Sleep Habits'],
    // Tags and labels.
    ['coding', 'Programming Languages'],
    ['astronomy', 'Planets and Moons'],
    ['gelato', 'Ice Cream Flavours'],
    ['python', 'Programming Languages'],
    ['c++', 'Programming Languages'],
    ['C#', 'Programming Languages'],
    ['chess', 'Chess Openings'],
    ['guitar', 'Musical Instruments'],
    // A title ranks above a tag, a tag above a label.
    ['pizza', 'Pizza Toppings'],
    ['colour', 'Colours'],
    ['office', 'Office Life'],
    // Prefixes.
    ['pyth', 'Programming Languages'],
    ['ice cr', 'Ice Cream Flavours'],
    ['superp', 'Superpowers'],
    ['landm', 'World Landmarks'],
    // With and without accents.
    ['cliches', 'Film Clichés'],
    ['CLICHÉS', 'Film Clichés'],
    ['pízza', 'Pizza Toppings'],
    // Typos: a letter missing, doubled, wrong, swapped.
    ['pyton', 'Programming Languages'],
    ['programing langages', 'Programming Languages'],
    ['vegtables', 'Vegetables'],
    ['gutiar', 'Musical Instruments'],
    ['slep habits', 'Sleep Habits'],
    ['pizza topings', 'Pizza Toppings'],
    ['mytical creatures', 'Mythical Creatures'],
    ['weahter', 'Weather'],
    // More words than match.
    ['the best dog breeds', 'Dog Breeds'],
  ])('"%s" finds %s first', async (words, title) => {
    expect((await titlesOf(words))[0]).toBe(title);
  });
});

describe('search in Chinese, without spaces', () => {
  it.each([
    ['编程语言', 'Programming Languages'],
    ['世界美食', 'World Dishes'],
    ['宠物', 'Pets'],
    ['语言', 'Programming Languages'],
    ['编程', 'Programming Concepts'],
    ['狗', 'Dog Breeds'],
    ['乐器', 'Musical Instruments'],
    ['吉他', 'Musical Instruments'],
    ['春节', 'Chinese Festivals'],
    ['节日', 'Chinese Festivals'],
    ['行星', 'Planets and Moons'],
    ['川菜', 'The Eight Great Cuisines of China'],
    ['睡眠', 'Sleep Habits'],
    ['颜色', 'Colours'],
    ['童话', 'Fairy Tales'],
    ['非洲国家', 'Countries of Africa'],
    // Adjacent words, and more than match.
    ['世界 美食', 'World Dishes'],
    ['我的宠物', 'Pets'],
    // Full-width letters of an input method.
    ['Ｐｙｔｈｏｎ', 'Programming Languages'],
  ])('"%s" finds %s first', async (words, title) => {
    expect((await titlesOf(words, 'zh'))[0]).toBe(title);
  });
});

describe('search in Russian, in any form of a word', () => {
  it.each([
    ['языки программирования', 'Programming Languages'],
    ['язык программирования', 'Programming Languages'],
    ['языков', 'Languages to Learn'],
    ['блюда мира', 'World Dishes'],
    ['блюдо', 'World Dishes'],
    ['породы собак', 'Dog Breeds'],
    ['порода собаки', 'Dog Breeds'],
    ['собака', 'Dog Breeds'],
    ['планета', 'Planets and Moons'],
    ['сказок', 'Fairy Tales'],
    ['супов', 'Soups of the World'],
    ['мороженое', 'Ice Cream Flavours'],
    ['мороженное', 'Ice Cream Flavours'],
    ['СТРАНЫ ЕВРОПЫ', 'Countries of Europe'],
    ['страна африки', 'Countries of Africa'],
    ['гитары', 'Musical Instruments'],
    ['шахматы', 'Chess Openings'],
    ['ёлка', 'New Year Traditions'],
    ['елка', 'New Year Traditions'],
    ['школа', 'School Subjects'],
    ['профессия', 'Jobs'],
    ['достопримечательность', 'World Landmarks'],
    ['достопримечателности', 'World Landmarks'],
    ['погда', 'Weather'],
    ['русская клас', 'Russian Classics'],
  ])('"%s" finds %s first', async (words, title) => {
    expect((await titlesOf(words, 'ru'))[0]).toBe(title);
  });
});

describe('search in all languages at once', () => {
  it.each([
    ['宠物', 'en'],
    ['宠物', 'ru'],
    ['питомцы', 'en'],
    ['питомцы', 'zh'],
    ['pets', 'zh'],
    ['pets', 'ru'],
  ] as const)('"%s" is found by who reads %s', async (words, locale) => {
    expect((await titlesOf(words, locale))[0]).toBe('Pets');
  });

  it('finds every template first by its own title', async () => {
    for (const locale of locales)
      for (const { title } of templates.set.all)
        expect([locale, (await titlesOf(title[locale], locale))[0]]).toEqual([locale, title.en]);
  });
});

it.each(['qwertyuiop', 'xx', '!?…', '🤷', '鑫鑫鑫', 'ъъъъъ', '+', '‮', "'", '"'])(
  '"%s" finds nothing',
  async (words) => {
    expect(await titlesOf(words)).toEqual([]);
  },
);

it.each(['a'.repeat(200), '狗'.repeat(200), 'a b '.repeat(50), `${'ab'.repeat(99)}`])(
  'a long question is answered as any other',
  async (words) => {
    expect(Array.isArray(await titlesOf(words))).toBe(true);
  },
);

it('search finds every template with a frequent word, each once', async () => {
  const found = await titlesOf('world');
  expect(found.length).toBeGreaterThan(3);
  expect(new Set(found).size).toBe(found.length);
});

it('indexing yields to the event loop after every template', async () => {
  let turns = 0;
  const turn = () => {
    turns += 1;
    next = setImmediate(turn);
  };
  let next = setImmediate(turn);
  const search = await templateSearch(templates.set.all);
  clearImmediate(next);
  expect(turns).toBeGreaterThanOrEqual(templates.set.all.length);
  expect((await search.find('pets', 'en'))[0]?.title.en).toBe('Pets');
});
