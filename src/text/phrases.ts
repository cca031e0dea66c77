import { jaModel, Parser, zhHansModel } from 'budoux';
import type { HanForms } from './han.ts';
import { hanWords, longestHanWord } from './han-words.ts';

const parsers = new Map<HanForms, Parser>();
const eastAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{2}/u;
/** Chinese particles that belong to the word before them; the models separate them. */
const enclitic = /[的了吗呢吧里们着过]/;
const punctuation = /[\p{P}\p{S}\s]/u;

/** A place in a Chinese or Japanese text, which has no spaces: the end of a phrase, between two words of one, or in a word. */
export type PhrasePlace = 'end' | 'word' | 'inside';

/**
 * Returns a function from an index into a text to its place. BudouX's models find Japanese phrases and Chinese words, of
 * which `hanWords` corrects those that it divides.
 */
export function phrasePlaces(text: string, han: HanForms): (index: number) => PhrasePlace {
  if (!eastAsian.test(text)) return () => 'end';
  const words = new Set(parserOf(han).parseBoundaries(text));
  if (han === 'zh') keepWords(text, words);
  return (index) => {
    if (punctuation.test(text.charAt(index - 1)) || punctuation.test(text.charAt(index))) return 'end';
    if (!words.has(index) || (han === 'zh' && enclitic.test(text.charAt(index)))) return 'inside';
    return han === 'ja' ? 'end' : 'word';
  };
}

/** Closes the boundaries inside the words of `hanWords`, the longest from the left, and opens those around them. */
function keepWords(text: string, boundaries: Set<number>): void {
  for (let start = 0; start < text.length - 1; start++) {
    let end = Math.min(text.length, start + longestHanWord);
    while (end > start + 1 && !hanWords.has(text.slice(start, end))) end--;
    if (end === start + 1) continue;
    for (let inside = start + 1; inside < end; inside++) boundaries.delete(inside);
    boundaries.add(start).add(end);
    start = end - 1;
  }
}

function parserOf(han: HanForms): Parser {
  let parser = parsers.get(han);
  if (!parser) {
    parser = new Parser(han === 'ja' ? jaModel : zhHansModel);
    parsers.set(han, parser);
  }
  return parser;
}
