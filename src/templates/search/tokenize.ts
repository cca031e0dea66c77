import { stemmer as englishStem } from '@orama/stemmers/english';
import { stemmer as russianStem } from '@orama/stemmers/russian';

/**
 * How texts become what is looked for, the same for templates and for questions. Words are compared in lower case and
 * without accents; of English and Russian words the stem too, so that other forms of them are found. Chinese and Japanese
 * have no spaces: there, characters and pairs of neighbours are what is found, and words as ICU cuts them count more.
 */

/** A word that stands between spaces. */
export interface Word {
  /** What stands in the text, folded. */
  readonly text: string;
  /** Without its ending; the same as `text` where that has none. */
  readonly stem: string;
}

/** A run of characters without spaces between its words. */
export interface Stretch {
  readonly characters: readonly string[];
  readonly pairs: readonly string[];
  readonly words: readonly string[];
}

export interface Words {
  readonly words: readonly Word[];
  readonly stretches: readonly Stretch[];
}

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+/gu;
/** A word keeps the signs behind it that make C, C++ and C# three languages. */
const spaced = /[\p{L}\p{N}\p{M}]+(?:['’][\p{L}\p{M}]+)?[+#]*/gu;
const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });

export function wordsOf(text: string): Words {
  const plain = text.normalize('NFKC').toLowerCase();
  return {
    words: [...plain.replace(unspaced, ' ').matchAll(spaced)].map(([word]) => wordOf(word)),
    stretches: [...plain.matchAll(unspaced)].map(([stretch]) => stretchOf(stretch)),
  };
}

/** Everything under which a text is found. */
export function termsOf(text: string): string[] {
  const { words, stretches } = wordsOf(text);
  return [
    ...words.flatMap(({ text: word, stem }) => [word, stem]),
    ...stretches.flatMap((stretch) => [
      ...stretch.characters,
      ...stretch.pairs,
      ...stretch.words.map(wholeWord),
    ]),
  ];
}

/** The term of a word in a stretch, which is more than the same characters wherever they stand. */
export function wholeWord(word: string): string {
  return `=${word}`;
}

const cyrillic = /^[а-я]+$/u;
const latin = /^[a-z]+$/u;

function wordOf(word: string): Word {
  const text = folded(word.replace(/['’].*/u, ''));
  if (cyrillic.test(text)) return { text, stem: russianStem(text) };
  return { text, stem: latin.test(text) ? englishStem(text) : text };
}

/** Letters that Unicode does not take apart, and one that Russians rarely write. */
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

/** Without accents; й is a letter of its own and no и with an accent. */
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
