import { describe, expect, test } from 'vitest';
import { themeNames } from '../../src/model/vocabulary.ts';
import { tenths } from '../../src/svg/outline-path.ts';
import { createEngine } from '../../src/workers/engine.ts';
import { boardOf, flavourBoard, specOf } from '../support/boards.ts';

const engine = createEngine({ rasteriser: 'resvg' });

describe('the scene', () => {
  test('has a title for each tile, tier and heading', () => {
    const board = boardOf('Best of & <all>', [['S', ['Fish & chips', '🍕 Pizza']]]);
    const svg = engine.draw(specOf(board)).svg();
    const titles = [...svg.matchAll(/<title>(.*?)<\/title>/g)].map((match) => match[1]);
    expect(titles).toEqual([
      'S',
      'Fish &amp; chips',
      '🍕 Pizza',
      'Best of &amp; &lt;all&gt;',
      'made with tierpress',
    ]);
  });

  test.each(themeNames)(
    '%s draws shapes only: no text elements, fonts, links, scripts, images or ids',
    (theme) => {
      const board = boardOf('🇺🇦 javascript:alert(1)', [
        ['url(http://example.org/x.png)', ['https://example.org/a.png', '<script>', '🏳️‍🌈', '🫠'], '#ff0000'],
      ]);
      const svg = engine.draw(specOf(board, { theme })).svg();
      const elements = new Set([...svg.matchAll(/<([a-zA-Z]+)/g)].map((match) => match[1]));
      const allowed = ['svg', 'g', 'title', 'rect', 'path', 'circle', 'ellipse'];
      expect([...elements].filter((element) => !allowed.includes(element ?? ''))).toEqual([]);
      expect(svg).not.toMatch(/\s(id|href|xlink:href|style|on\w+|clip-path)=/);
    },
  );

  test('is the same every time, regardless of what was drawn before', () => {
    const spec = specOf(flavourBoard(40, ['S', 'A', 'B']));
    const first = engine.draw(spec).svg();
    engine.draw(specOf(flavourBoard(7, ['X']), { theme: 'paper' })).svg();
    expect(engine.draw(spec).svg()).toBe(first);
  });

  test('draws a custom colour unchanged', () => {
    const svg = engine.draw(specOf(boardOf('', [['S', ['x'], '#0a1b2c']]))).svg();
    expect(svg).toContain('fill="#0a1b2c"');
  });

  test('repeats the palette for rows past its end', () => {
    const rows = Array.from({ length: 30 }, (_, row) => [`T${row}`, []] as const);
    const fills = [
      ...engine
        .draw(specOf(boardOf('', rows)))
        .svg()
        .matchAll(/<g><path d="[^"]*" fill="(#\w+)"/g),
    ];
    expect(fills).toHaveLength(30);
    expect(fills[15]?.[1]).toBe(fills[0]?.[1]);
  });
});

describe('tenths', () => {
  test.each([
    [0, '0'],
    [120, '12'],
    [12, '1.2'],
    [105, '10.5'],
    [3, '.3'],
    [-3, '-.3'],
    [-12, '-1.2'],
    [-105, '-10.5'],
  ])('formats %d as %s', (value, text) => expect(tenths(value)).toBe(text));
});
