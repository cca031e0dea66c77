import { describe, expect, test } from 'vitest';
import { fontNamed } from '../../src/text/font.ts';
import type { FontName } from '../../src/text/font-files.ts';
import { FontStack } from '../../src/text/font-stack.ts';
import { visualRuns } from '../../src/text/lines.ts';
import { piecesOf } from '../../src/text/pieces.ts';
import { allCases } from './cases.ts';

const stacks = (
  [
    ['inter-600', 'noto-sans-sc-600'],
    ['literata-600', 'noto-serif-sc-600'],
    ['handjet-700', 'zcool-qingke'],
    ['press-start-2p', 'zcool-qingke'],
  ] as const satisfies readonly (readonly FontName[])[]
).map((names) => new FontStack(names));
const stack = new FontStack(['inter-600', 'noto-sans-sc-600']);

/** Returns the ids of glyphs with ink, from left to right. */
function glyphs(text: string): number[] {
  return visualRuns(piecesOf(text, stack)).flatMap((run) =>
    run.kind === 'glyphs'
      ? run.glyphs.flatMap(({ id }) => (run.font.outline(id).length > 0 ? [id] : []))
      : [],
  );
}

/** Returns the glyph of a single character in a font. */
function plain(font: FontName, character: string, script: 'Arab' | 'Deva' | 'Latn' = 'Latn'): number {
  return fontNamed(font).shape(character, script, false)[0]?.id ?? 0;
}

describe('piecesOf', () => {
  test('shapes no character with a font that lacks it', () => {
    for (const one of stacks)
      for (const { label } of allCases)
        for (const run of piecesOf(label, one).flatMap((piece) => piece.runs))
          if (run.kind === 'glyphs' && run.glyphs.some(({ id }) => id === 0))
            expect(`${run.font.name}: ${label}`).toBe('covered');
  });

  test('shapes Devanagari conjuncts as one glyph, and puts the short i before its consonant', () => {
    expect(glyphs('क्ष')).toHaveLength(1);
    expect(glyphs('ज्ञ')).toHaveLength(1);
    const [first, second] = glyphs('कि');
    expect(second).toBe(plain('noto-sans-devanagari-600', 'क', 'Deva'));
    expect(first).not.toBe(second);
  });

  test('keeps a half form before a joiner and the virama before a non-joiner', () => {
    expect(glyphs('क्‍ष')).toHaveLength(2);
    expect(glyphs('क्‌ष').length).toBeGreaterThan(glyphs('क्ष').length);
  });

  test('joins lam and alef into a ligature, and gives Arabic letters the form of their position', () => {
    const [alef, lam] = [glyphs('ا')[0], glyphs('ل')[0]];
    expect(glyphs('لا')).not.toContain(alef);
    expect(glyphs('لا')).not.toContain(lam);
    const [left, middle, right] = glyphs('ععع');
    expect(new Set([left, middle, right, ...glyphs('ع')]).size).toBe(4);
  });

  test('mirrors brackets in right-to-left text', () => {
    const inside = glyphs('(א)');
    expect(inside[0]).toBe(plain('inter-600', '('));
    expect(inside[2]).toBe(plain('inter-600', ')'));
  });

  test('draws a letter with a mark as the composed character, if Unicode has one', () => {
    expect(glyphs('e\u0301')).toEqual(glyphs('é'));
    expect(glyphs('и\u0306')).toEqual(glyphs('й'));
    expect(glyphs('\u1112\u1161\u11ab')).toEqual(glyphs('한'));
    expect(glyphs('か\u3099')).toHaveLength(1);
    expect(glyphs('\uf9da')).toEqual(glyphs('栗'));
  });

  test('draws a word of decomposed letters in the font of its theme', () => {
    for (const one of stacks) {
      const fonts = (text: string) =>
        piecesOf(text, one).flatMap(({ runs }) => runs.map((run) => run.kind === 'glyphs' && run.font.name));
      expect(new Set(fonts('Cre\u0300me bru\u0302le\u0301e'))).toEqual(new Set(fonts('Crème brûlée')));
    }
  });

  test('places Thai vowels and tone marks on their consonant, without width', () => {
    const [run] = piecesOf('ที่', stack).flatMap((piece) => piece.runs);
    const alone = piecesOf('ท', stack)[0]?.width;
    expect(run?.advance).toBeCloseTo(alone ?? 0, 2);
    expect(run?.ascent).toBeGreaterThan(0.8);
  });

  test('orders the digits of a number in right-to-left text from the left', () => {
    const spec = (text: string) => visualRuns(piecesOf(text, stack)).map((run) => run.text);
    expect(spec('שלום 123')).toEqual(['123', ' ', 'שלום']);
    expect(spec('מחיר: $19.99')).toEqual(['$19.99', ' ', ':', 'מחיר']);
    expect(spec('abc שלום def')).toEqual(['abc', ' ', 'שלום', ' ', 'def']);
    expect(spec('سلام (hello) سلام')).toEqual(['سلام', ' ', ')', 'hello', '(', ' ', 'سلام']);
  });

  test('draws nothing for Korean fillers', () => {
    expect(glyphs('\u3164a\u115fb\u1160')).toEqual(glyphs('ab'));
  });
});
