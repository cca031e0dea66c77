/**
 * The script of a code point, for the scripts that our fonts cover. HarfBuzz shapes one script at a time, and fallback
 * fonts are chosen by script. Source: Unicode Script property, ISO 15924 codes.
 */
export type Script =
  | 'Latn'
  | 'Cyrl'
  | 'Grek'
  | 'Hani'
  | 'Kana'
  | 'Bopo'
  | 'Hang'
  | 'Arab'
  | 'Hebr'
  | 'Thai'
  | 'Deva'
  /** A script without a bundled font. */
  | 'Zzzz'
  /** Common and inherited: takes the script of the text before it. */
  | 'Zyyy';

const matchers: readonly (readonly [Script, RegExp])[] = [
  ['Latn', /\p{Script=Latin}/u],
  // Marks, digits and punctuation shared by several scripts, but present only in the fonts of one.
  ['Arab', /[\u0600-\u06ff\u0750-\u077f\ufb50-\ufdff\ufe70-\ufefc]/u],
  ['Deva', /[\u0900-\u097f\u1cd0-\u1cff\ua830-\ua83f]/u],
  ['Zyyy', /[\p{Script=Common}\p{Script=Inherited}]/u],
  ['Cyrl', /\p{Script=Cyrillic}/u],
  ['Hani', /\p{Script=Han}/u],
  ['Kana', /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ['Bopo', /\p{Script=Bopomofo}/u],
  ['Hang', /\p{Script=Hangul}/u],
  ['Grek', /\p{Script=Greek}/u],
  ['Arab', /\p{Script=Arabic}/u],
  ['Hebr', /\p{Script=Hebrew}/u],
  ['Thai', /\p{Script=Thai}/u],
  ['Deva', /\p{Script=Devanagari}/u],
];

/** By code point: the index of its first matcher, from 1; 0 is unknown. */
const known = new Uint8Array(0x110000);

export function scriptOf(codePoint: number): Script {
  if (codePoint < 0x80) return isAsciiLetter(codePoint) ? 'Latn' : 'Zyyy';
  if (known[codePoint] === 0) {
    const character = String.fromCodePoint(codePoint);
    const index = matchers.findIndex(([, matcher]) => matcher.test(character));
    known[codePoint] = 1 + (index === -1 ? matchers.length : index);
  }
  return matchers[(known[codePoint] ?? 0) - 1]?.[0] ?? 'Zzzz';
}

function isAsciiLetter(codePoint: number): boolean {
  const lower = codePoint | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}

/** Whether a code point is punctuation or a symbol used mainly in Chinese, Japanese and Korean text. */
export function isEastAsian(codePoint: number): boolean {
  return (
    (codePoint >= 0x2e80 && codePoint <= 0x33ff) ||
    (codePoint >= 0xfe10 && codePoint <= 0xfe6f) ||
    (codePoint >= 0xff00 && codePoint <= 0xffef) ||
    (codePoint >= 0x1f200 && codePoint <= 0x1f2ff)
  );
}

/** Whether a symbol may come from an East Asian font if no other has it: enclosed numbers, frames, blocks. */
export function isEastAsianFallback(codePoint: number): boolean {
  return (
    (codePoint >= 0x2000 && codePoint <= 0x2bff) ||
    (codePoint >= 0x1f100 && codePoint <= 0x1f1ff) ||
    isEastAsian(codePoint)
  );
}

/** Whether a code point has neither width nor ink: a joiner, a selector or a direction mark. */
export function isIgnorable(codePoint: number): boolean {
  return codePoint >= 0xad && /\p{Default_Ignorable_Code_Point}/u.test(String.fromCodePoint(codePoint));
}
