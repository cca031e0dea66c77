import fc from 'fast-check';
import LineBreaker from 'linebreak';
import { describe, expect, test } from 'vitest';
import { breaksOf } from '../../src/text/breaks.ts';

/** Returns the text with `|` at each break and `~` at each soft break. */
function marked(text: string): string {
  let from = 0;
  return breaksOf(text)
    .map(({ position, isSoft }) => {
      const part = text.slice(from, position);
      from = position;
      return position === text.length ? part : `${part}${isSoft ? '~' : '|'}`;
    })
    .join('');
}

describe('breaksOf allows a line end', () => {
  test.each([
    ['between words', 'Fish |and |chips'],
    ['softly behind a hyphen', 'Fiddle-~leaf |fig'],
    ['at every hyphen with letters enough on both sides', 'Salt-~and-~vinegar |crisps'],
    ['but so that no letter or two stand alone', 'T-shirt |Wi-Fi |X-ray |Yo-Yo |rock-~n-roll'],
    ['softly behind a slash', 'either/~or/nor'],
    ['behind a dash and not before it', 'one—|two—|three'],
    ['not inside a number', '1,234.56 |2024-05-17 |3:4'],
    ['not between a sign and its number', '$1,000 |100% |№ |5 |-3'],
    ['not at a space that forbids it', 'non\u00a0breaking |10\u202f000'],
    ['not at a word joiner', 'a\u2060b-\u2060c'],
    ['where a zero-width space says so', 'zero\u200b|width'],
    ['softly where a soft hyphen says so', 'silico\u00ad~volcano\u00ad~coniosis'],
    ['between Chinese characters', '北|京|烤|鸭'],
    ['not before closing or behind opening punctuation', '《三|体》：|“黑|暗”，|（无|糖）'],
    ['outside quotation marks around Chinese, not beside those around Latin', '他|说|“你|好”|吧，|说“OK”吧'],
    ['between Latin and Chinese', 'iPhone|手|机'],
    ['not before small kana and the long vowel sign', 'きゃ|りー|ぱ|みゅ'],
    ['between Korean words', '안녕하세요 |세계'],
    ['not between a Korean word and its bracket', '(매운맛) |떡볶이'],
    ['softly before a Thai vowel that begins a syllable', 'สวัสดีชาว~โลก'],
    ['softly behind a Thai vowel that ends one', 'กะ~พง'],
    ['between emoji, and not inside one', '🍕|🍜|👨‍👩‍👧‍👦|👍🏽|🇺🇦|🇵🇱|1️⃣'],
    ['between Arabic words', 'مرحبا |بالعالم'],
    ['inside an address behind its slashes', 'https://~example.com/~a/very/~long'],
  ])('%s', (_, text) => expect(marked(text.replaceAll(/[|~]/g, ''))).toBe(text));
});

test('breaksOf breaks plain words, for which it skips the rules, as the rules do', () => {
  const letter = fc.constantFrom(...'aZ09\u0400ёЯ\u045f');
  const word = fc.string({ unit: letter, minLength: 1, maxLength: 9 });
  const label = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' '));
  fc.assert(
    fc.property(label, (text) => {
      const breaker = new LineBreaker(text);
      const positions: number[] = [];
      for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) positions.push(next.position);
      expect(breaksOf(text)).toEqual(positions.map((position) => ({ position, isSoft: false })));
    }),
  );
});
