import { describe, expect, it } from 'vitest';
import { BrokenFiles } from '../../../src/model/broken-files.ts';
import { readCsv } from '../../../src/templates/draft/csv.ts';

const problemsOf = (text: string) => {
  try {
    readCsv('teas.csv', text);
    return [];
  } catch (error) {
    return error instanceof BrokenFiles ? error.problems : [error];
  }
};
const green = { label: { en: 'Green tea', zh: '绿茶', ru: 'Зелёный чай' } };

describe('A table of items', () => {
  it.each([
    ['commas', 'en,zh,ru\nGreen tea,绿茶,Зелёный чай\n', green],
    ['semicolons', 'en;zh;ru\nGreen tea;绿茶;Зелёный чай', green],
    ['tabs', 'en\tzh\tru\nGreen tea\t绿茶\tЗелёный чай', green],
    ['a byte order mark and spaces', '\uFEFFRU, EN ,zh\r\n Зелёный чай,Green tea,绿茶\r\n', green],
    [
      'quotes',
      'en,zh,ru\n"Tea, ""green""",绿茶,Зелёный чай',
      { label: { ...green.label, en: 'Tea, "green"' } },
    ],
    ['figures', 'en,zh,ru,emoji,icon,art\nGreen tea,绿茶,Зелёный чай,☕,,', { ...green, emoji: '☕' }],
    ['emoji without a selector', 'en,zh,ru,emoji\nGreen tea,绿茶,Зелёный чай,🌶', { ...green, emoji: '🌶️' }],
    ['letters with separate accents', 'en,zh,ru\nGreen tea,绿茶,Зелёный чай'.normalize('NFD'), green],
  ])('may have %s', (_, text, item) => expect(readCsv('teas.csv', text).items).toEqual([item]));

  it('has the tags of all its rows, each once', () => {
    const { tags } = readCsv('teas.csv', 'en,zh,ru,tags\na,a,a,"brew, чай"\nb,b,b,Brew\nc,c,c,');
    expect(tags).toEqual(['Brew', 'чай']);
  });

  it('names lines and columns instead of paths inside a template', () => {
    const { placed } = readCsv('teas.csv', 'en,zh,ru,tags\n\na,a,a,x\n"b",b,b,"x2, y"\n');
    expect(
      [
        'items[1].label.zh: is the same as items[0].label.zh',
        'items[1]: has emoji and art; one of them is enough',
        'items[0].icon: there is no icon "x"',
        'tags[2]: must not be empty',
        'tags[3]: is the same as tags[0]',
        'title.zh: must not be empty',
      ].map(placed),
    ).toEqual([
      'teas.csv: line 4, column zh: is the same as line 3, column zh',
      'teas.csv: line 4: has emoji and art; one of them is enough',
      'teas.csv: line 3, column icon: there is no icon "x"',
      'teas.csv: line 4, column tags: must not be empty',
      'teas.csv: tags[3]: is the same as line 3, column tags',
      'title.zh: must not be empty',
    ]);
  });

  it.each([
    ['no item', 'en,zh,ru\n', ['has no items']],
    [
      'no lines',
      '',
      ['line 1: has no column en', 'line 1: has no column zh', 'line 1: has no column ru', 'has no items'],
    ],
    [
      'wrong columns',
      'en,zh,ru,emojy,en\na,b,c,d,e',
      ['line 1: there is no column "emojy"; did you mean "emoji"?', 'line 1: has two columns en'],
    ],
    ['a longer line', 'en,zh,ru\na,b,c\na,b,c,d', ['line 3: has 4 cells, and line 1 has 3']],
  ])('is refused with %s', (_, text, problems) =>
    expect(problemsOf(text)).toEqual(problems.map((problem) => `teas.csv: ${problem}`)),
  );

  it('is refused with a quote that does not end', () =>
    expect(problemsOf('en,zh,ru\na,b,"c\n')).toEqual([
      expect.stringMatching(/^teas\.csv: line \d: Quote Not Closed/),
    ]));
});
