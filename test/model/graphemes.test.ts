import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { graphemesIn, hasShortGraphemes } from '../../src/model/graphemes.ts';
import { limits } from '../../src/model/limits.ts';

const most = limits.codeUnitsPerGrapheme;

/** Links of which any number makes one grapheme, and what may end the chain. */
const chains = [
  ['prepended signs', ['\u0600', '\u06dd', '\u{110bd}'], ['a', '1', '中']],
  ['leading Hangul letters', ['\u1100', '\u1112'], ['가', '\u1161', '']],
  ['vowels of Hangul', ['\u1161', '\u1175'], ['\u11a8', '']],
  ['joined emoji', ['👩\u200d', '❤\ufe0f\u200d', '©\u200d', '⌚\u200d'], ['👩', '©']],
  ['marks and joiners', ['\u0301\u200d', '\u0e38\u200c', '\u093f\u200d'], ['']],
  ['variation selectors', ['\ufe0f', '\u{e0100}'], ['']],
  ['tags', ['\u{e0067}', '\u{e007f}'], ['']],
] as const;

const filler = fc.stringMatching(/^[a-zа-я一-七가-깋あ-ん ]{0,40}$/);

describe.each(chains)('a chain of %s', (_, links, ends) => {
  const chain = fc
    .tuple(fc.array(fc.constantFrom(...links), { minLength: 1, maxLength: 60 }), fc.constantFrom(...ends))
    .map(([parts, end]) => parts.join('') + end);

  it('is a short grapheme exactly if no part of the text that a reader sees as one has more code units', () => {
    const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
    fc.assert(
      fc.property(filler, chain, filler, (before, middle, after) => {
        const text = `${before}${middle}${after}`;
        const longest = Math.max(0, ...Array.from(segmenter.segment(text), ({ segment }) => segment.length));
        expect(hasShortGraphemes(text)).toBe(longest <= most);
      }),
    );
  });

  it('is refused where it hides the length of a text', () => {
    const hidden = (links[0] ?? '').repeat(1_900);
    expect(graphemesIn(hidden)).toBe(1);
    expect(hasShortGraphemes(hidden)).toBe(false);
  });
});

it.each([
  ['a family with skin tones', '👨🏻‍👩🏼‍👧🏽‍👦🏾'],
  ['a kiss with skin tones', '👩🏻‍❤️‍💋‍👩🏿'],
  ['a flag of tags', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
  ['a syllable of Hangul letters', '\u1112\u1161\u11ab'],
  ['stacked marks', `a${'\u0301'.repeat(limits.combiningMarksPerBase)}`],
  ['a Devanagari conjunct', 'क्ष्त्र्य'],
  ['a Tibetan stack', 'ཧཱུྃ'],
])('%s is a short grapheme, also many times', (_, text) => {
  expect(hasShortGraphemes(text.repeat(120))).toBe(true);
});
