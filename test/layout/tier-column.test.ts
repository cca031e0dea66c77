import { describe, expect, test } from 'vitest';
import { themeNames } from '../../src/model/words.ts';
import { createEngine } from '../../src/render/engine.ts';
import { boardOf, orderOf } from '../support/boards.ts';

const engine = createEngine({ rasteriser: 'resvg' });
const drawnLines = (title: string, theme: (typeof themeNames)[number]) => {
  const { rows } = engine.layOut(
    orderOf(
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
    'breaks no word of %s, which fits whole',
    (title) => {
      expect(drawnLines(title, theme).join(' ').replaceAll('  ', ' ')).toBe(title);
      for (const line of drawnLines(title, theme))
        expect(title.split(' ')).toEqual(expect.arrayContaining(line.trim().split(' ')));
    },
  );
});

test('titles of three Chinese characters are about as large as the labels beside them', () => {
  const { rows } = engine.layOut(
    orderOf(
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
