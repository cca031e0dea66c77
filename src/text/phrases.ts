import { jaModel, Parser, zhHansModel } from 'budoux';
import type { HanForms } from './han.ts';

const parsers = new Map<HanForms, Parser>();
const eastAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{2}/u;
/** Chinese particles that belong to the word before them; the models separate them. */
const enclitic = /[的了吗呢吧里们着过]/;
const punctuation = /[\p{P}\p{S}\s]/u;

/** A place in a Chinese or Japanese text, which has no spaces: the end of a phrase, between two words of one, or in a word. */
export type PhrasePlace = 'end' | 'word' | 'inside';

/**
 * Returns a function from an index into a text to its place. BudouX's models find Japanese phrases and Chinese words.
 */
export function phrasePlaces(text: string, han: HanForms): (index: number) => PhrasePlace {
  if (!eastAsian.test(text)) return () => 'end';
  const words = new Set(parserOf(han).parseBoundaries(text));
  return (index) => {
    if (punctuation.test(text.charAt(index - 1)) || punctuation.test(text.charAt(index))) return 'end';
    if (!words.has(index) || (han === 'zh' && enclitic.test(text.charAt(index)))) return 'inside';
    return han === 'ja' ? 'end' : 'word';
  };
}

function parserOf(han: HanForms): Parser {
  let parser = parsers.get(han);
  if (!parser) {
    parser = new Parser(han === 'ja' ? jaModel : zhHansModel);
    parsers.set(han, parser);
  }
  return parser;
}
