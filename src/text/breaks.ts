import LineBreaker from 'linebreak';

/** Where a line may end, as a UTF-16 index. Soft: inside a word, for want of a better place. */
export interface Break {
  readonly position: number;
  readonly isSoft: boolean;
}

/**
 * The places where a line may end: those of UAX #14, but Korean is broken between words alone, as its readers expect,
 * and Thai, which has no spaces, softly between syllables whose ends its spelling shows. The last is the end of the text.
 */
export function breaksOf(text: string): Break[] {
  if (plainWords.test(text)) return breaksAtSpaces(text);
  const soft = new Set(thaiBreaks(text));
  const free: number[] = [];
  const breaker = new LineBreaker(withEastAsianQuotes(text));
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) {
    const { position } = next;
    if (insideKoreanWord.test(text.slice(position - 1, position + 1))) continue;
    if (isInsideWord(text, position)) soft.add(position);
    else free.push(position);
  }
  if (free.at(-1) !== text.length) free.push(text.length);
  if (soft.size === 0) return free.map((position) => ({ position, isSoft: false }));
  return withSoftBreaks(text, free, [...soft]);
}

/** Letters and digits, and single spaces between them: by UAX #14 too, lines end at those alone. Most labels are such. */
const plainWords = /^[\dA-Za-z\u0400-\u045f]+(?: [\dA-Za-z\u0400-\u045f]+)*$/;

function breaksAtSpaces(text: string): Break[] {
  const breaks: Break[] = [];
  for (let space = text.indexOf(' '); space >= 0; space = text.indexOf(' ', space + 1))
    breaks.push({ position: space + 1, isSoft: false });
  breaks.push({ position: text.length, isSoft: false });
  return breaks;
}

/**
 * As UAX #14 has it since Unicode 16 (LB19a), quotation marks around East Asian text open and close as its own brackets do;
 * elsewhere no line ends beside them, since there is no telling which way they face.
 */
function withEastAsianQuotes(text: string): string {
  return text.replace(openingQuote, '「').replace(closingQuote, '」');
}

const openingQuote = /[“‘](?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/gu;
const closingQuote = /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}，。！？、…])[”’]/gu;

const insideKoreanWord = /^\p{Script=Hangul}\p{Script=Hangul}/u;

/** A vowel that is written before its consonant begins a syllable; sara a and sara am end one. */
const thaiSyllable =
  /(?<=[\u0e01-\u0e3a\u0e45-\u0e4e])(?=[\u0e40-\u0e44])|(?<=[\u0e30\u0e33])(?=[\u0e01-\u0e2e])/g;

/**
 * By rule and not by dictionary: the dictionaries built into Node.js change with its version, and the same request
 * must stay the same bytes.
 */
function thaiBreaks(text: string): number[] {
  if (!thai.test(text)) return [];
  return Array.from(text.matchAll(thaiSyllable), ({ index }) => index);
}

/** After a hyphen or a slash, say: between neither spaces nor the wide characters of East Asia and emoji. */
function isInsideWord(text: string, position: number): boolean {
  const before = text.slice(0, position).at(-1) ?? '';
  return !freeAfter.test(before) && !wide.test(before) && !wide.test(text.charAt(position));
}

const freeAfter = /[\s\u200b\u2014\u2015\u2026]/;
/** Surrogates too: beyond the basic plane stand emoji and rare Han characters. */
const wide =
  /[\u2600-\u27bf\u2b00-\u2bff\u2e80-\ua4cf\uac00-\ud7a3\ud800-\udfff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef]/;

/** Letters that have to stand on both sides of a soft break: `T-shirt` and `Wi-Fi` have none. */
const minLetters = 3;
/** A Thai syllable can be two characters long. */
const minThai = 2;
const letters = /[\p{L}\p{N}]/gu;
const thai = /\p{Script=Thai}/u;

function withSoftBreaks(text: string, free: readonly number[], soft: readonly number[]): Break[] {
  const breaks: Break[] = [];
  let from = 0;
  for (const end of free) {
    for (const position of soft.filter((one) => one > from && one < end).sort((a, b) => a - b)) {
      if (!hasLetters(text.slice(from, position)) || !hasLetters(text.slice(position, end))) continue;
      breaks.push({ position, isSoft: true });
      from = position;
    }
    breaks.push({ position: end, isSoft: false });
    from = end;
  }
  return breaks;
}

function hasLetters(part: string): boolean {
  return (part.match(letters)?.length ?? 0) >= (thai.test(part) ? minThai : minLetters);
}
