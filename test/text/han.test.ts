import { describe, expect, test } from 'vitest';
import { FontStack } from '../../src/text/font-stack.ts';
import { hanFormsOf } from '../../src/text/han.ts';
import { measureText } from '../../src/text/measure.ts';

const stack = new FontStack(['inter-600', 'noto-sans-sc-600']);

/** Returns the fonts of a text, each once. */
function fontsOf(text: string, board: 'zh' | 'ja' = 'zh'): string[] {
  const { pieces } = measureText(text, stack, 'inline', undefined, board);
  const runs = pieces.flatMap((piece) => piece.runs);
  return [...new Set(runs.map((run) => (run.kind === 'glyphs' ? run.font.name : run.kind)))];
}

describe('FontStack', () => {
  test.each([
    ['骨直海', ['noto-sans-sc-600']],
    ['骨を直す', ['noto-sans-jp-600']],
    ['ラーメン', ['noto-sans-jp-600']],
    ['「進撃の巨人」', ['noto-sans-jp-600']],
    ['東京2020タワー', ['noto-sans-jp-600', 'inter-600']],
    ['Tokyo 東京タワー', ['inter-600', 'noto-sans-jp-600']],
  ])('draws %s with %j', (text, fonts) => expect(fontsOf(text)).toEqual(fonts));

  test('treats a text with kana as Japanese, unless it has characters that the Japanese font lacks', () => {
    expect(fontsOf('鲜の每日')).toEqual(['noto-sans-sc-600']);
  });

  test('treats a label of Han characters as Japanese on a Japanese board', () => {
    expect(fontsOf('骨直海', 'ja')).toEqual(['noto-sans-jp-600']);
    expect(fontsOf('汉语', 'ja')).toEqual(['noto-sans-sc-600']);
    expect(fontsOf('Pizza', 'ja')).toEqual(['inter-600']);
  });

  test('draws the two forms of a character with different outlines', () => {
    const glyphOf = (board: 'zh' | 'ja') => {
      const run = measureText('直', stack, 'inline', undefined, board).pieces[0]?.runs[0];
      return run?.kind === 'glyphs' ? run.font.outline(run.glyphs[0]?.id ?? 0) : [];
    };
    expect(glyphOf('ja').length).toBeGreaterThan(8);
    expect(glyphOf('ja')).not.toEqual(glyphOf('zh'));
  });
});

describe('hanFormsOf', () => {
  test.each([
    ['zh', []],
    ['zh', ['Pizza', 'Борщ']],
    ['zh', ['北京', '上海']],
    ['zh', ['すし', '海', 'Pizza']],
    ['ja', ['すし', 'ラーメン', '海', 'Pizza', 'Tea']],
    ['zh', ['すし', '海', '北京']],
  ] as const)('is %s with %j', (forms, labels) => {
    expect(hanFormsOf(labels)).toBe(forms);
  });
});
