import { describe, expect, test } from 'vitest';
import type { HanForms } from '../../src/text/han.ts';
import { phrasePlaces } from '../../src/text/phrases.ts';

/** Returns the text with `|` between words and `/` at the ends of phrases. */
function marked(text: string, han: HanForms = 'zh'): string {
  const placeAt = phrasePlaces(text, han);
  const marks = { end: '/', word: '|', inside: '' } as const;
  return Array.from(text, (character, at) => (at > 0 ? marks[placeAt(at)] : '') + character).join('');
}

describe('phrasePlaces finds', () => {
  test.each([
    ['names that the model divides', '黑森林蛋糕', '黑森林|蛋糕'],
    ['the longest of them', '旅行者1号', '旅行者|1号'],
    ['words next to each other', '番茄黄瓜沙拉', '番茄|黄瓜|沙拉'],
    ['a name that a phrase of the model includes', '土耳其软糖', '土耳其|软糖'],
    ['the end of a phrase at punctuation', '面包、咖啡', '面包/、/咖啡'],
  ])('%s', (_, text, expected) => {
    expect(marked(text)).toBe(expected);
  });

  test('Japanese phrases by the model alone', () => {
    expect(marked('土耳其軟糖', 'ja')).not.toContain('|');
  });
});
