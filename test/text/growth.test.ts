import { describe, expect, it } from 'vitest';
import { setText } from '../../src/layout/type-scale.ts';
import type { Size } from '../../src/model/vocabulary.ts';
import { FontStack } from '../../src/text/font-stack.ts';
import { measureText } from '../../src/text/measure.ts';

const stack = new FontStack(['inter-600', 'noto-sans-sc-600']);

/** Characters of which a text repeats a mixture. */
const kinds: Readonly<Record<string, readonly string[]>> = {
  words: ['pizza ', 'of ', 'extraordinary ', 'a ', 'Wi-Fi '],
  'one long word': ['a', 'n', 'tr', 'o', 'S'],
  hyphens: ['-'],
  'parts with hyphens': ['abc-', 'defg-'],
  'soft hyphens': ['ab\u00ad', 'cde\u00ad'],
  'zero-width spaces': ['a\u200b', 'b\u200b'],
  addresses: ['abc/', 'de.', 'f?'],
  'stacked marks': ['a\u0301\u0302\u0323', 'e\u0308'],
  'signs before a number': ['\u0600'],
  Arabic: ['م', 'ر', 'ح', 'ب', 'ا'],
  'Arabic and Latin': ['م', 'ab', 'ر ', 'c'],
  Hebrew: ['ש', 'ל ', 'ו', 'ם'],
  Thai: ['ส', 'วั', 'ส', 'ดี', 'เ', 'ก', 'า', 'ะ'],
  Devanagari: ['क्', 'न', 'मि', 'स्'],
  'Hangul letters': ['\u1100', '\u1161', '\u11a8'],
  Hangul: ['가', '힣', '불'],
  Han: ['北', '京', '烤', '鸭'],
  'Han and words': ['北', '京', ' ab ', '鸭'],
  'joined emoji': ['👩\u200d', '🚀\u200d'],
};

const [short, long] = [150, 1_600];
/** A cost in proportion to the length would grow elevenfold, one in proportion to its square 114-fold. */
const maxGrowth = 45;
/** In px² for each character: enough for most scripts, and far too little for all. */
const rooms = { 'fits its box': 500, 'is far too long for its box': 2 } as const;

let round = 0;

/** Returns a text that is new at every call. */
function textOf(parts: readonly string[], length: number): string {
  let [text, state] = ['', ++round];
  while (text.length < length) {
    state = (state * 48_271) % 2_147_483_647;
    text += parts[state % parts.length];
  }
  return text;
}

/** Returns the CPU time of a text that is new, in µs. */
function costOf(parts: readonly string[], length: number, room: number): number {
  const box: Size = { width: 300, height: Math.max(60, (length * room) / 300) };
  const text = textOf(parts, length);
  const before = process.cpuUsage();
  setText(measureText(text, stack, 'large'), [60, 20, 14], box);
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

/** Short texts are over sooner than the clock can tell them apart, in µs. */
const leastCost = 500;
const maxRounds = 12;

/** Measures until the growth is small enough, since compilation and collected garbage add to some rounds. */
function leastGrowth(parts: readonly string[], room: number): number {
  let [shortCost, longCost] = [Infinity, Infinity];
  for (let i = 0; i < maxRounds; i++) {
    shortCost = Math.min(shortCost, Math.max(leastCost, costOf(parts, short, room)));
    longCost = Math.min(longCost, costOf(parts, long, room));
    if (i > 0 && longCost / shortCost < maxGrowth) break;
  }
  return longCost / shortCost;
}

describe.each(Object.entries(rooms))('the cost of a text that %s', (_, room) => {
  it.each(Object.entries(kinds))('grows no faster than its length: %s', (__, parts) => {
    expect(leastGrowth(parts, room)).toBeLessThan(maxGrowth);
  });
});
