import LineBreaker from 'linebreak';

/** A place where a line may end, as a UTF-16 index. A soft break is inside a word, as a last resort. */
export interface Break {
  readonly position: number;
  readonly isSoft: boolean;
}

/**
 * Returns the places where a line may end. They follow UAX #14 with two changes: Korean breaks only between words, as its
 * readers expect, and Thai, which has no spaces, has soft breaks between syllables whose ends its spelling shows. The
 * last place is the end of the text.
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

/** Words with single spaces between them, which are their only breaks by UAX #14. Most labels match. */
const plainWords = /^[\dA-Za-z\u0400-\u045f]+(?: [\dA-Za-z\u0400-\u045f]+)*$/;

function breaksAtSpaces(text: string): Break[] {
  const breaks: Break[] = [];
  for (let space = text.indexOf(' '); space >= 0; space = text.indexOf(' ', space + 1))
    breaks.push({ position: space + 1, isSoft: false });
  breaks.push({ position: text.length, isSoft: false });
  return breaks;
}

/**
 * Replaces quotation marks around East Asian text with brackets: since Unicode 16 (LB19a), UAX #14 treats them alike. In
 * other text no line ends beside a quotation mark, because it can be opening or closing.
 */
function withEastAsianQuotes(text: string): string {
  return text.replace(openingQuote, '「').replace(closingQuote, '」');
}

const openingQuote = /[“‘](?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/gu;
const closingQuote = /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}，。！？、…])[”’]/gu;

const insideKoreanWord = /^\p{Script=Hangul}\p{Script=Hangul}/u;

/** A vowel written before its consonant begins a syllable; sara a and sara am end one. */
const thaiSyllable =
  /(?<=[\u0e01-\u0e3a\u0e45-\u0e4e])(?=[\u0e40-\u0e44])|(?<=[\u0e30\u0e33])(?=[\u0e01-\u0e2e])/g;

/**
 * Uses a rule instead of a dictionary: the dictionaries in Node.js change with its version, and the same request must
 * always produce the same bytes.
 */
function thaiBreaks(text: string): number[] {
  if (!thai.test(text)) return [];
  return Array.from(text.matchAll(thaiSyllable), ({ index }) => index);
}

/** Whether a break is inside a word, for example after a hyphen: not at a space, an East Asian character or an emoji. */
function isInsideWord(text: string, position: number): boolean {
  const before = text.slice(0, position).at(-1) ?? '';
  return !freeAfter.test(before) && !wide.test(before) && !wide.test(text.charAt(position));
}

const freeAfter = /[\s\u200b\u2014\u2015\u2026]/;
/** Includes surrogates: the supplementary planes contain emoji and rare Han characters. */
const wide =
  /[\u2600-\u27bf\u2b00-\u2bff\u2e80-\ua4cf\uac00-\ud7a3\ud800-\udfff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef]/;

/** Letters required on both sides of a soft break: `T-shirt` and `Wi-Fi` have none. */
const minLetters = 3;
/** A Thai syllable can be two characters long. */
const minThai = 2;
const letters = /[\p{L}\p{N}]/gu;
const thai = /\p{Script=Thai}/u;
const thaiCharacters = /\p{Script=Thai}/gu;

function withSoftBreaks(text: string, free: readonly number[], soft: readonly number[]): Break[] {
  const hasLetters = letterCounter(text);
  const rising = soft.toSorted((left, right) => left - right);
  const breaks: Break[] = [];
  let [from, next] = [0, 0];
  for (const end of free) {
    for (let position = rising[next]; position !== undefined && position < end; position = rising[++next]) {
      if (position <= from || !hasLetters(from, position) || !hasLetters(position, end)) continue;
      breaks.push({ position, isSoft: true });
      from = position;
    }
    breaks.push({ position: end, isSoft: false });
    from = end;
  }
  return breaks;
}

/** Returns whether a part of the text has the letters that it needs beside a soft break. O(1) for each part. */
function letterCounter(text: string): (from: number, to: number) => boolean {
  const [lettersTo, thaiTo] = [countsUpTo(text, letters), countsUpTo(text, thaiCharacters)];
  return (from, to) => {
    const isThai = (thaiTo[to] ?? 0) > (thaiTo[from] ?? 0);
    return (lettersTo[to] ?? 0) - (lettersTo[from] ?? 0) >= (isThai ? minThai : minLetters);
  };
}

/** Returns the number of matches of one character before each place. */
function countsUpTo(text: string, character: RegExp): Uint16Array {
  const counts = new Uint16Array(text.length + 1);
  for (const { index } of text.matchAll(character)) counts[index + 1] = 1;
  for (let index = 1; index < counts.length; index++)
    counts[index] = (counts[index] ?? 0) + (counts[index - 1] ?? 0);
  return counts;
}
