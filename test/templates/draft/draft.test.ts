import { describe, expect, it } from 'vitest';
import { packagedData } from '../../../src/files/package-files.ts';
import {
  draftProblems,
  fileNameOf,
  readItem,
  readTags,
  readTexts,
  type TemplateDraft,
  textOfTemplate,
  usualTracks,
} from '../../../src/templates/draft/draft.ts';
import { parseTemplate } from '../../../src/templates/parse.ts';

const teas: TemplateDraft = {
  title: { en: 'Teas', zh: '茶', ru: 'Чай' },
  description: { en: 'Ways to fill a cup.', zh: '各种茶。', ru: 'Чем наполнить чашку.' },
  category: 'food-and-drink',
  tags: ['brew', '茶叶'],
  tracks: usualTracks,
  items: [
    { label: { en: 'Green tea', zh: '绿茶', ru: 'Зелёный чай' }, emoji: '🍵' },
    { label: { en: 'A "quoted" {tea}', zh: '茶', ru: 'Чай' } },
  ],
};

describe('A draft of a template', () => {
  it.each([
    ['Teas | 茶 | Чай', { en: 'Teas', zh: '茶', ru: 'Чай' }],
    ['S', { en: 'S', zh: 'S', ru: 'S' }],
    ['Teas||', { en: 'Teas', zh: '', ru: '' }],
    ['Teas | 茶', undefined],
    ['a|b|c|d', undefined],
  ])('reads the texts %j', (text, texts) => expect(readTexts(text)).toEqual(texts));

  it.each([
    ['🍵 Green tea | 绿茶 | Зелёный чай', { label: teas.items[0]?.label, emoji: '🍵' }],
    ['🏔 Peak', { label: { en: 'Peak', zh: 'Peak', ru: 'Peak' }, emoji: '🏔️' }],
    ['7 Up', { label: { en: '7 Up', zh: '7 Up', ru: '7 Up' } }],
    ['🍵 a | b', undefined],
  ])('reads the item %j', (text, item) => expect(readItem(text)).toEqual(item));

  it('reads tags with commas of any language between them', () =>
    expect(readTags('brew, 茶叶，饮料; чай,')).toEqual(['brew', '茶叶', '饮料', 'чай']));

  it.each([
    ['Teas of the World', '7-teas-of-the-world.json'],
    ["Crème brûlée & Po' boy", '7-creme-brulee-po-boy.json'],
    ['茶', '7-template.json'],
  ])('names the file of %j', (en, name) =>
    expect(fileNameOf(7, { title: { en, zh: en, ru: en } })).toBe(name),
  );

  it('becomes a valid file with one item on each line', () => {
    const text = textOfTemplate(7, teas, '2026-12-01');
    expect(text).toContain(
      '    { "label": { "en": "Green tea", "zh": "绿茶", "ru": "Зелёный чай" }, "emoji": "🍵" },\n' +
        '    { "label": { "en": "A \\"quoted\\" {tea}", "zh": "茶", "ru": "Чай" } }\n',
    );
    expect(parseTemplate('7-teas.json', text)).toEqual({
      template: { id: 7, revision: 1, createdAt: '2026-12-01', updatedAt: '2026-12-01', ...teas },
    });
  });

  it.each<[string, Partial<TemplateDraft>, string[]]>([
    ['nothing', {}, []],
    ['a missing text', { title: { en: 'Teas', zh: '', ru: 'Чай' } }, ['title.zh: must not be empty']],
    ['a category', { category: 'food' }, [expect.stringMatching(/^category: there is no category "food"/)]],
    [
      'an icon',
      { items: [{ label: teas.title, icon: 'pyton' }] },
      ['items[0].icon: there is no icon "pyton"; did you mean "python"?'],
    ],
    ['art', { items: [{ label: teas.title, art: 'no.svg' }] }, ['items[0].art: there is no such file']],
  ])('reports %s', async (_, part, problems) =>
    expect(draftProblems({ ...teas, ...part }, packagedData.templatesDir)).toEqual(problems),
  );
});
