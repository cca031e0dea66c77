import { describe, expect, test } from 'vitest';
import { FontStack } from '../../src/text/font-stack.ts';
import { visualRuns } from '../../src/text/lines.ts';
import { piecesOf } from '../../src/text/pieces.ts';
import type { Run } from '../../src/text/runs.ts';

const stack = new FontStack(['inter-600', 'noto-sans-sc-600']);
const runsOf = (text: string) => piecesOf(text, stack).flatMap((piece) => piece.runs);

function fontsOf(text: string): string[] {
  return runsOf(text).map((run) => (run.kind === 'glyphs' ? run.font.name : run.kind));
}

/** Returns the source positions of glyphs, from left to right. */
function clusters(run: Run): number[] {
  return run.kind === 'glyphs' ? run.glyphs.map((glyph) => glyph.cluster) : [];
}

describe('FontStack', () => {
  test.each([
    ['Pizza', ['inter-600']],
    ['Привет', ['inter-600']],
    ['北京', ['noto-sans-sc-600', 'noto-sans-sc-600']],
    ['안녕', ['noto-sans-kr-600']],
    ['مرحبا', ['noto-sans-arabic-600']],
    ['שלום', ['noto-sans-hebrew-600']],
    ['สวัสดี', ['noto-sans-thai-600']],
    ['नमस्ते', ['noto-sans-devanagari-600']],
    ['∮', ['noto-sans-math']],
    ['⑩', ['noto-sans-sc-600']],
    ['“你好”', ['noto-sans-sc-600', 'noto-sans-sc-600']],
    ['“hello”', ['inter-600']],
    ['北京2008', ['noto-sans-sc-600', 'noto-sans-sc-600', 'inter-600']],
    ['𠮷', ['noto-sans-jp-600']],
    ['نعم، لا', ['noto-sans-arabic-600', 'noto-sans-arabic-600']],
    ['ॐ ।', ['noto-sans-devanagari-600', 'noto-sans-devanagari-600']],
    ['\u3164', []],
    ['தமிழ்', Array(5).fill('box')],
    ['𝔄', ['noto-sans-math']],
    ['A🍕B', ['inter-600', 'emoji', 'inter-600']],
    ['\u{10ffff}', ['box']],
    ['𓂀', ['box']],
    ['', []],
  ])('draws %s with %j', (text, fonts) => expect(fontsOf(text)).toEqual(fonts));

  test('keeps a mark in one run with its base, in a font that has both', () => {
    for (const text of ['e\u0301', 'x\u0338', 'न\u094d']) expect(fontsOf(text)).toHaveLength(1);
  });

  test('draws nothing for joiners and selectors', () => {
    for (const ignorable of ['\u200b', '\u200d', '\u2060', '\ufeff', '\ufe0e', '\u00ad']) {
      const advance = (text: string) => runsOf(text).reduce((sum, run) => sum + run.advance, 0);
      expect(advance(`a${ignorable}b`)).toBeCloseTo(advance('a') + advance('b'), 1);
      expect(runsOf(ignorable)).toEqual([]);
    }
  });

  test('draws right-to-left text from the right and numbers in it from the left', () => {
    const line = visualRuns(piecesOf('שלום 123', stack));
    expect(line.map((run) => run.kind)).toEqual(['glyphs', 'space', 'glyphs']);
    expect(clusters(line[0] as Run)).toEqual([0, 1, 2]);
    expect(clusters(line[2] as Run)).toEqual([3, 2, 1, 0]);
  });

  test('keeps the position of a right-to-left word in left-to-right text', () => {
    const fonts = visualRuns(piecesOf('one שתיים three', stack)).flatMap((run) =>
      run.kind === 'glyphs' ? [run.font.name] : [],
    );
    expect(fonts).toEqual(['inter-600', 'noto-sans-hebrew-600', 'inter-600']);
  });

  test('joins Arabic letters by shaping the whole word', () => {
    const joined = runsOf('بيت').flatMap((run) =>
      run.kind === 'glyphs' ? run.glyphs.map(({ id }) => id) : [],
    );
    const alone = ['ب', 'ي', 'ت'].flatMap((letter) =>
      runsOf(letter).flatMap((run) => (run.kind === 'glyphs' ? run.glyphs.map(({ id }) => id) : [])),
    );
    expect(joined).not.toEqual(alone.toReversed());
  });
});

describe('fonts next to each other', () => {
  const arcade = new FontStack(['handjet-700', 'zcool-qingke']);
  const facesOf = (text: string) =>
    arcade.shape(text, 0).map((run) => (run.kind === 'glyphs' ? run.font.name : run.kind));

  test.each(['ἀρχὴ', 'ᾠδή'])('all letters of %s have one font, although only some need it', (word) => {
    expect(new Set(facesOf(word))).toEqual(new Set(['inter-600']));
  });

  test('both brackets of a pair have one font', () => {
    const faces = arcade
      .shape('(╯°□°)╯', 0)
      .flatMap((run) => (run.kind === 'glyphs' && /[()]/.test(run.text) ? [run.font.name] : []));
    expect(new Set(faces)).toEqual(new Set(['handjet-700']));
  });

  test('other scripts are aligned with the middle of letters that are high above the baseline', () => {
    const [run] = new FontStack(['press-start-2p', 'zcool-qingke']).shape('你好', 0);
    const usual = new FontStack(['inter-800', 'zcool-qingke']).shape('你好', 0)[0];
    expect(run && usual && run.ascent - usual.ascent).toBeCloseTo(0.2, 1);
    expect(run?.descent).toBe(0);
  });
});
