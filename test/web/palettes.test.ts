import { describe, expect, it } from 'vitest';
import { contrast, inkOn, minContrast } from '../../src/themes/contrast.ts';
import { builtInThemes } from '../../src/themes/theme-set.ts';
import { paletteColors, paletteNames } from '../../src/web/client/board/palettes.ts';
import { applyAction, blankBoard } from '../../src/web/client/board/state.ts';

describe.each(paletteNames)('the tier colours %s', (name) => {
  const all = paletteColors(name, 30);

  it.each(builtInThemes.all)('are readable and apart from the ground in the theme $name', ({ colors }) => {
    for (const color of all) {
      expect(color).toMatch(/^#[0-9a-f]{6}$/);
      expect(contrast(color, inkOn(color, colors))).toBeGreaterThanOrEqual(minContrast);
      for (const ground of [colors.lane, colors.ground]) expect(distance(color, ground)).toBeGreaterThan(60);
    }
  });

  it('differ from row to row, whatever the number of tiers', () => {
    for (let rows = 1; rows <= 30; rows += 1) {
      const colors = paletteColors(name, rows);
      expect(colors).toHaveLength(rows);
      for (const [row, color] of colors.slice(1).entries())
        expect(distance(color, colors[row] ?? '')).toBeGreaterThan(40);
    }
  });
});

describe('a palette on a board', () => {
  it('colours each tier by its row, and goes away again', () => {
    const same = (text: string) => ({ en: text, zh: text, ru: text });
    const tracks = ['S', 'A', 'B'].map((title) => ({ title: same(title) }));
    const template = { id: 7, title: same(''), tracks, items: [] };
    const setup = {
      template,
      theme: 'night',
      aspectRatio: '3:4',
      locale: 'en',
      maxTiers: 9,
      maxItems: 9,
    } as const;
    const colors = paletteColors('ocean', 3);
    const board = applyAction(blankBoard(setup), { type: 'colorTiers', colors }, setup);
    expect(board.tiers.map(({ color }) => color)).toEqual(colors);
    expect(applyAction(board, { type: 'colorTiers', colors }, setup)).toBe(board);
    const back = applyAction(board, { type: 'colorTiers', colors: [null, null, null] }, setup);
    expect(back).toEqual(blankBoard(setup));
  });
});

/** Returns the distance of two colours in steps of a channel. */
function distance(left: string, right: string): number {
  const channel = (color: string, from: number) => Number.parseInt(color.slice(from, from + 2), 16);
  return Math.hypot(...[1, 3, 5].map((from) => channel(left, from) - channel(right, from)));
}
