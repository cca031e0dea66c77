import { describe, expect, test } from 'vitest';
import { themeNames } from '../../src/model/vocabulary.ts';
import { createEngine } from '../../src/workers/engine.ts';
import { boardOf, specOf } from '../support/boards.ts';

const engine = createEngine({ rasteriser: 'resvg' });
const drawnLines = (title: string, theme: (typeof themeNames)[number]) => {
  const { rows } = engine.layOut(
    specOf(
      boardOf('Jobs', [
        ['S', ['One', 'Two']],
        [title, ['Three']],
        ['No', ['Four']],
      ]),
      { theme },
    ),
  );
  return rows[1]?.title.lines.map(({ runs }) => runs.map(({ text }) => text).join('')) ?? [];
};

describe.each(themeNames)('the column of tier titles, %s', (theme) => {
  test.each(['С удовольствием', 'Unforgettable', 'На любителя', 'Donaudampfschiff', 'Absolutely essential'])(
    'does not break %s, which fits whole',
    (title) => {
      expect(drawnLines(title, theme).join(' ').replaceAll('  ', ' ')).toBe(title);
      for (const line of drawnLines(title, theme))
        expect(title.split(' ')).toEqual(expect.arrayContaining(line.trim().split(' ')));
    },
  );
});

test('tier titles are not smaller than the labels beside them if there is space', () => {
  const labels = Array.from({ length: 9 }, (_, index) => `Soup ${index}`);
  const { rows } = engine.layOut(
    specOf(
      boardOf('Soups', [
        ['Great', labels.slice(0, 4)],
        ['Fine', labels.slice(4, 7)],
        ['Poor', labels.slice(7)],
      ]),
      { theme: 'night' },
    ),
  );
  for (const { title, tiles } of rows)
    for (const { label } of tiles) expect(title.size).toBeGreaterThanOrEqual(label.size);
});

test('a tier title of one letter is larger in a high cell than in a usual one', () => {
  const sizeOf = (tiers: readonly string[]) => {
    const board = boardOf(
      '',
      tiers.map((tier) => [tier, ['Tea']] as const),
    );
    return engine.layOut(specOf(board, { theme: 'night' })).rows[0]?.title.size ?? 0;
  };
  expect(sizeOf(['S', 'A', 'B'])).toBe(110);
  expect(sizeOf('SABCDEFG'.split(''))).toBeLessThanOrEqual(76);
});

test('a long tier title takes little width from the lanes of many tiles', () => {
  const columnBeside = (count: number) => {
    const labels = Array.from({ length: count }, (_, index) => `Name ${index}`);
    const board = boardOf('', [
      ['Remarkable', labels],
      ['Forgettable', ['Other']],
    ]);
    return engine.layOut(specOf(board, { theme: 'night' })).rows[0]?.cell.width ?? 0;
  };
  expect(columnBeside(70)).toBeLessThan(columnBeside(3));
});

test('tier titles of three Chinese characters are about as large as the labels beside them', () => {
  const { rows } = engine.layOut(
    specOf(
      boardOf('榜', [
        ['人上人', ['红烧肉', '炸酱面']],
        ['拉完了', ['豆汁儿']],
        ['夯', ['火锅', '饺子']],
      ]),
      { theme: 'night' },
    ),
  );
  for (const { title } of rows) expect(title.size).toBeGreaterThanOrEqual(44);
});
