import { pinyin } from 'pinyin-pro';
import { pinyinTerm, plainText, wholeWord, wordsOf } from './tokenize.ts';

/** Returns all search terms of a text, each once. */
export function termsOf(text: string): string[] {
  const { words, stretches } = wordsOf(plainText(text));
  const terms = [
    ...words.flatMap(({ text: word, stem }) => [word, stem]),
    ...stretches.flatMap((stretch) => [
      ...stretch.characters,
      ...stretch.pairs,
      ...stretch.words.map(wholeWord),
      ...[...stretch.words, stretch.characters.join('')].map(spelledOut),
    ]),
  ];
  return [...new Set(terms)];
}

/** Returns the term of a Chinese word's Pinyin. */
export function spelledOut(word: string): string {
  return pinyinTerm(pinyin(word, { toneType: 'none', type: 'array', v: true }).join(''));
}
