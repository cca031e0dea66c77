import { stemmer as englishStem } from '@orama/stemmers/english';
import { stemmer as russianStem } from '@orama/stemmers/russian';
import { Converter } from 'opencc-js/t2cn';

/**
 * Splits texts into search terms, in the same way for templates and queries. Words are compared in lower case and without
 * accents; English and Russian words also by their stem, which matches their other forms. Chinese and Japanese have no
 * spaces, so their terms are characters, pairs of adjacent characters, and words as ICU segments them, which count more.
 * Traditional characters become simplified ones, and the words of Taiwan those of the mainland.
 */

/** A word between spaces. */
export interface Word {
  /** The word in lower case, without accents. */
  readonly text: string;
  /** The word without its ending, or the whole word if it has none. */
  readonly stem: string;
}

/** Characters of a script without spaces between words. */
export interface Stretch {
  readonly characters: readonly string[];
  readonly pairs: readonly string[];
  readonly words: readonly string[];
}

export interface Words {
  readonly words: readonly Word[];
  readonly stretches: readonly Stretch[];
}

export const han = /\p{Script=Han}/u;
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+/gu;
/** A word includes trailing signs, which distinguish C, C++ and C#. */
const spaced = /[\p{L}\p{N}\p{M}]+(?:['’][\p{L}\p{M}]+)?[+#]*/gu;
const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });
/** Made at its first use, because that takes long. */
let converter: ReturnType<typeof Converter> | undefined;

/** Returns a text as terms are made from it: in lower case, with simplified characters. */
export function plainText(text: string): string {
  const plain = text.normalize('NFKC').toLowerCase();
  if (!han.test(plain)) return plain;
  converter ??= Converter({ from: 'twp', to: 'cn' });
  return converter(plain);
}

/** @param plain of `plainText` */
export function wordsOf(plain: string): Words {
  return {
    words: [...plain.replace(unspaced, ' ').matchAll(spaced)]
      .map(([word]) => wordOf(word))
      .filter(({ text }) => text !== ''),
    stretches: [...plain.matchAll(unspaced)].map(([stretch]) => stretchOf(stretch)),
  };
}

/** Returns the term of a segmented word, as distinct from the same characters elsewhere. */
export function wholeWord(word: string): string {
  return `=${word}`;
}

/** Returns the term of Pinyin without tones, as distinct from English words. */
export function pinyinTerm(syllables: string): string {
  return `~${syllables}`;
}

const cyrillic = /^[а-я]+$/u;
const latin = /^[a-z]+$/u;

export function wordOf(word: string): Word {
  const text = folded(word.replace(/['’].*/u, ''));
  if (cyrillic.test(text)) return { text: hardened(text), stem: hardened(russianStem(text)) };
  return { text, stem: latin.test(text) ? englishStem(text) : text };
}

/** Removes ь and ъ, which people forget and which Latin letters don't have, and replaces э, which they confuse with е. */
function hardened(word: string): string {
  return word.replace(/[ьъ]/gu, '').replace(/э/gu, 'е');
}

/** Letters without a decomposition in Unicode, and ё, which is often written as е. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ł: 'l',
  ı: 'i',
  ё: 'е',
};

/** Removes accents, except from й, which is a separate letter. */
function folded(word: string): string {
  if (latin.test(word)) return word;
  return word
    .replace(/[ßæœøđłıё]/gu, (letter) => plainLetters[letter] ?? letter)
    .replace(/[^й]+/gu, (part) => part.normalize('NFD').replace(/\p{M}/gu, ''));
}

function stretchOf(text: string): Stretch {
  const characters = Array.from(text);
  return {
    characters,
    pairs: characters.slice(1).map((character, index) => `${characters[index]}${character}`),
    words: Array.from(segmenter.segment(text), ({ segment }) => segment),
  };
}
