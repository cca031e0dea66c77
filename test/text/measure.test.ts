import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fitText, largestLegibleSize, largestSize } from '../../src/text/fit.ts';
import { FontStack } from '../../src/text/font-stack.ts';
import { breakLines } from '../../src/text/lines.ts';
import { heightOf, measureText } from '../../src/text/measure.ts';
import { splitPieces } from '../../src/text/pieces.ts';
import type { Run } from '../../src/text/runs.ts';

const stack = new FontStack(['inter-600', 'noto-sans-sc-600']);
const measure = (text: string) => measureText(text, stack, 'large');
const words = fc.array(fc.constantFrom('a', 'pizza', 'Grüße', 'борщ', '北京', 'extraordinary', '42'), {
  minLength: 1,
  maxLength: 12,
});
const boxes = fc.record({
  width: fc.integer({ min: 30, max: 400 }),
  height: fc.integer({ min: 20, max: 300 }),
});

/** Maximum characters of the words that an ellipsis replaces, for the narrowest are a quarter of its width. */
const charactersUnderEllipsis = 5;

/** Returns the number of glyphs, emoji and boxes. */
function marks(runs: readonly Run[]): number {
  return runs.reduce((sum, run) => {
    if (run.kind === 'space') return sum;
    return sum + (run.kind === 'glyphs' ? run.glyphs.length : 1);
  }, 0);
}

describe('fitting text', () => {
  test('a text fits at its largest size, without broken words', () => {
    fc.assert(
      fc.property(words, boxes, (parts, box) => {
        const text = measure(parts.join(' '));
        const size = largestSize(text, box);
        const { lines, shortened } = fitText(text, size, box);
        expect(shortened).toBe(false);
        expect(heightOf(text, lines.length) * size).toBeLessThanOrEqual(box.height + 0.1);
        for (const line of lines) expect(line.width * size).toBeLessThanOrEqual(box.width + 0.1);
        const all = text.pieces.reduce((sum, piece) => sum + marks(piece.runs), 0);
        expect(lines.reduce((sum, line) => sum + marks(line.runs), 0)).toBe(all);
      }),
    );
  });

  test('a text does not fit at half a pixel more than its largest size', () => {
    fc.assert(
      fc.property(words, boxes, (parts, box) => {
        const text = measure(parts.join(' '));
        const size = largestSize(text, box) + 0.5;
        const fits = text.widths.some(
          (width, index) => width * size <= box.width && heightOf(text, index + 1) * size <= box.height,
        );
        expect(fits).toBe(false);
      }),
    );
  });

  test('lines are balanced: no other break into that number of lines is narrower', () => {
    const text = measure('The quick brown fox jumps over the lazy dog');
    expect(text.widths.every((width, index) => index === 0 || width <= (text.widths[index - 1] ?? 0))).toBe(
      true,
    );
    const size = 400 / (text.widths[2] ?? 1);
    const { lines } = fitText(text, size, { width: 400, height: 4 * size });
    expect(lines).toHaveLength(3);
    const widths = lines.map((line) => line.width);
    expect(Math.min(...widths)).toBeGreaterThan(0.6 * Math.max(...widths));
  });

  test.each([
    ['Chinese breaks between any two characters', '北京烤鸭', [2, 2]],
    ['but never leaves one alone on the last line', '人上人', [3]],
    ['Korean breaks between words', '안녕하세요 세계', [5, 2]],
    ['Latin breaks between words', 'Hello world', [5, 5]],
  ])('%s', (_, text, glyphs) => {
    const measured = measure(text);
    const size = 40 / (measured.widths.at(1) ?? measured.widths[0] ?? 1);
    const { lines } = fitText(measured, size, { width: 40, height: 200 });
    expect(lines.map((line) => marks(line.runs))).toEqual(glyphs);
  });

  test('a word longer than the box is broken as a last resort, and nothing is lost', () => {
    const word = 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz';
    const text = measure(word);
    const box = { width: 120, height: 120 };
    const size = largestLegibleSize(text, box, 14);
    expect(size).toBeGreaterThanOrEqual(14);
    const { lines, shortened } = fitText(text, size, box);
    expect(shortened).toBe(false);
    expect(lines.length).toBeGreaterThan(3);
    const drawn = lines.map(({ runs }) => runs.map((run) => run.text).join(''));
    for (const line of drawn.slice(0, -1)) expect(line).toMatch(/\p{L}-$/u);
    expect(drawn.join('').replaceAll('-', '')).toBe(word);
    for (const line of lines) expect(line.width * size).toBeLessThanOrEqual(box.width + 0.1);
  });

  test.each([
    'someone_with_a_very_long_name_indeed',
    'https://example.com/a/very/long/path',
    'abc123def456ghi789jkl012mno345',
  ])('%s breaks without a hyphen', (word) => {
    const box = { width: 120, height: 120 };
    const text = measure(word);
    const { lines } = fitText(text, largestLegibleSize(text, box, 14), box);
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.flatMap(({ runs }) => runs.map((run) => run.text)).join('')).toBe(word);
  });

  test.each([
    ['a hyphenated word stays whole on a line that holds it', 'Fiddle-leaf fig', 6.2, ['Fiddle-leaf', 'fig']],
    ['and is broken behind its hyphen where none does', 'Fiddle-leaf fig', 4, ['Fiddle-', 'leaf fig']],
    ['a letter is not left alone while it fits', 'Vitamin C', 5.5, ['Vitamin C']],
    ['or the word before it can come along', 'Super Mega Vitamin C', 6, ['Super Mega', 'Vitamin C']],
    ['a soft hyphen is drawn where the line ends', 'silico\u00advolcano', 4.5, ['silico\u00ad-', 'volcano']],
    ['and nowhere else', 'silico\u00advolcano', 9, ['silico\u00advolcano']],
    ['Thai is broken before a vowel sign', 'สวัสดีชาวโลก', 4.8, ['สวัสดีชาว', 'โลก']],
    [
      'a long word is broken evenly, with three letters at least and a hyphen',
      'Incomprehensibly',
      6,
      ['Incompre-', 'hensibly'],
    ],
    ['before a consonant and a vowel', 'Антиконституционный', 7, ['Антиконсти-', 'туционный']],
    ['at a seam where it has one', 'SuperMegaStoreCity', 6.6, ['SuperMega', 'StoreCity']],
    ['Thai vowels stay with their consonant', 'นะนะนะนะเมเมเมเม', 3.4, ['นะนะ', 'นะนะเม', 'เมเมเม']],
    ['Japanese is broken between phrases where there is room', 'こんにちは世界', 5.2, ['こんにちは', '世界']],
    ['a word in katakana stays whole', '東京のスカイツリー', 6.2, ['東京の', 'スカイツリー']],
    ['Chinese is broken between words', '2008年北京奥运会', 5.1, ['2008年', '北京奥运会']],
    ['or behind punctuation', '我爱吃麻婆豆腐，你呢？', 7.2, ['我爱吃麻婆', '豆腐，你呢？']],
    ['and not before a particle', '被窝里听窗外的雨声', 6.2, ['被窝里', '听窗外的雨声']],
    ['a Russian preposition goes with its noun', 'Кот в сапогах', 6, ['Кот', 'в сапогах']],
    ['and a Polish one', 'Chleb z masłem', 5.4, ['Chleb', 'z masłem']],
    ['Chinese leaves no character alone', '一二三四五六七', 3.01, ['一二', '三四', '五六七']],
  ])('%s', (_, text, width, lines) => {
    const box = { width: width * 20, height: 400 };
    const drawn = fitText(measure(text), 20, box).lines;
    expect(drawn.map(({ runs }) => runs.map((run) => run.text).join(''))).toEqual(lines);
  });

  test('a very long word is broken rather than made small, a word of usual length is not', () => {
    const box = { width: 240, height: 160 };
    const [long, usual] = ['Donaudampfschifffahrtsgesellschaft', 'Internationalisation'].map(measure);
    expect(long && largestSize(long, box)).toBeLessThan(16);
    expect(long && largestLegibleSize(long, box, 14)).toBeGreaterThan(23);
    expect(usual && largestLegibleSize(usual, box, 14)).toBe(usual && largestSize(usual, box));
  });

  test('a soft break is used only if it makes the type one and a half times as large', () => {
    const box = { width: 100, height: 60 };
    const text = measure('Fiddle-leaf fig');
    const [, strict = 0] = text.widths;
    const [, soft = 0] = text.softWidths;
    expect(soft).toBeLessThan(strict / 1.2);
    expect(largestSize(text, box)).toBeCloseTo(
      Math.max(100 / strict, Math.min(100 / 1.5 / soft, 60 / heightOf(text, 2))),
    );
  });

  test('a preposition stays on the line of its noun, and of all parts of a noun with hyphens', () => {
    const [, two = 0] = measure('о мега-крутой на северо-западный').widths;
    expect(two).toBeCloseTo(measure('на северо-западный').widths[0] ?? 0);
  });

  test('a chain of joined characters can be broken into parts that fit', () => {
    for (const text of [`${'क्'.repeat(59)}क`, 'เ'.repeat(60), 'ะ'.repeat(60), '﷽', 'ﷺ'.repeat(20)]) {
      const box = { width: 120, height: 400 };
      const size = largestLegibleSize(measure(text), box, 14);
      expect(size).toBeGreaterThanOrEqual(14);
      for (const line of fitText(measure(text), size, box).lines)
        expect(line.width * size).toBeLessThanOrEqual(120.1);
    }
  });

  test('a text that does not fit with broken words ends in an ellipsis, inside the box', () => {
    const box = { width: 60, height: 34 };
    const { lines, shortened } = fitText(measure('word '.repeat(24).trim()), 14, box);
    expect(shortened).toBe(true);
    expect(lines).toHaveLength(2);
    for (const line of lines) expect(line.width * 14).toBeLessThanOrEqual(60);
    const last = lines.at(-1)?.runs.at(-1);
    expect(last?.kind === 'glyphs' && last.glyphs[0]?.id).toBe(
      stack.shape('…', 0).flatMap((run) => (run.kind === 'glyphs' ? run.glyphs : []))[0]?.id,
    );
  });

  test('a text that is too long for its box fills it, but for the ellipsis', () => {
    fc.assert(
      fc.property(words, fc.constantFrom('', ' ', '-', '/'), boxes, (parts, separator, box) => {
        const text = measure(Array.from({ length: 200 }, () => parts.join(separator)).join(separator));
        const { lines, shortened } = fitText(text, 14, box);
        fc.pre(shortened);
        const charactersOf = (all: readonly { readonly runs: readonly Run[] }[]) =>
          all
            .flatMap(({ runs }) => runs.map((run) => run.text))
            .join('')
            .replace(/[ …]/gu, '');
        const width = (box.width + 0.01) / 14;
        const whole = text.pieces.flatMap((piece) => (piece.width > width ? splitPieces([piece]) : [piece]));
        const filled = charactersOf(breakLines(whole, width).slice(0, lines.length).flat());
        const drawn = charactersOf(lines);
        expect(heightOf(text, lines.length + 1) * 14).toBeGreaterThan(box.height);
        expect(filled.startsWith(drawn)).toBe(true);
        expect(filled.length - drawn.length).toBeLessThanOrEqual(charactersUnderEllipsis);
      }),
    );
  });

  test('the lines of a text with an ellipsis are balanced', () => {
    const text = measure('everybody at the strawberry table by the window');
    const { lines, shortened } = fitText(text, 14, { width: 90, height: 51 });
    expect(shortened).toBe(true);
    expect(lines.map(({ runs }) => runs.map((run) => run.text).join(''))).toEqual([
      'everybody',
      'at the',
      'strawberry…',
    ]);
  });

  test('an empty text has no lines', () => {
    expect(fitText(measure(''), 20, { width: 50, height: 50 })).toEqual({ lines: [], shortened: false });
  });

  test.each(['🍕 Pizza', '👨‍👩‍👧‍👦 Family night', '🇺🇦 Borscht'])(
    '%s has its emoji large, above the words',
    (label) => {
      const { emoji, pieces } = measure(label);
      expect(emoji).toEqual({ characters: label.split(' ')[0], name: expect.any(String) });
      expect(pieces.flatMap((piece) => piece.runs).some((run) => run.kind === 'emoji')).toBe(false);
    },
  );

  test('a single emoji is drawn large, without a line of text', () => {
    const text = measure('🍕');
    expect(text.emoji).toMatchObject({ characters: '🍕' });
    expect(fitText(text, 20, { width: 50, height: 50 })).toEqual({ lines: [], shortened: false });
  });

  test.each(['\u200b\u200c\u200d\u2060', '\u3164', '\u00ad'])(
    '%j, which is invisible, is drawn as a box',
    (label) => {
      const { lines } = fitText(measure(label), 20, { width: 50, height: 50 });
      expect(lines.flatMap(({ runs }) => runs.map(({ kind }) => kind))).toEqual(['box']);
    },
  );

  test('an invisible character next to an emoji is ignored', () => {
    expect(
      fitText(measure('🍕\u200b'), 20, { width: 50, height: 50 }).lines.flatMap(({ runs }) => runs),
    ).toEqual([]);
  });

  test('lines with marks above and below are further apart', () => {
    const [plain, marked] = ['Sis Iskender', 'Şiş İskender'].map(measure);
    expect(marked && marked.pitch / (marked.ascent + marked.descent)).toBeGreaterThan(1.08);
    expect(marked?.pitch).toBeGreaterThan(plain?.pitch ?? 0);
  });

  test('a ligature of an old encoding is drawn as its letters', () => {
    const drawn = measure('ﬁnal').pieces.flatMap(({ runs }) => runs.map(({ text }) => text));
    expect(drawn.join('')).toBe('final');
  });

  test.each(['Pizza 🍕', '🍕🍜 Two', '© 2026', 'A 1️⃣'])('%s keeps its emoji in the line', (label) => {
    expect(measure(label).emoji).toBeUndefined();
  });
});
