import * as v from 'valibot';
import { hasAtMost } from '../../model/graphemes.ts';
import { limits } from '../../model/limits.ts';
import { mustBe } from './messages.ts';

/**
 * A text that will be drawn: well-formed Unicode without control characters, at most `graphemes` of what a reader
 * counts as characters. Tabs and newlines become spaces; space around it is dropped.
 *
 * @param description of what it is, as sentences, for the API's description
 */
export function text(graphemes: number, description = '') {
  return v.pipe(
    v.string(mustBe('a text')),
    v.description(`${description} At most ${graphemes} characters.`.trim()),
    ...hygiene,
    v.transform(tidy),
    v.check(
      hasFewMarks,
      `must not stack more than ${limits.combiningMarksPerBase} combining marks on one character`,
    ),
    v.check((value) => isAtMost(value, graphemes), `must be at most ${graphemes} characters long`),
  );
}

const controlCharacter = /[^\P{Cc}\t\n\x7f-\x9f]|[\ufffe\uffff]/u;

const hygiene = [
  v.check(isWellFormed, 'must be well-formed Unicode, without half of a surrogate pair'),
  v.check(
    (value: string) => !controlCharacter.test(value),
    (issue) => `must not contain the character ${nameOfFirst(issue.input, controlCharacter)}`,
  ),
] as const;

/** Whether every surrogate has its other half (ECMA-262, String.prototype.isWellFormed). */
function isWellFormed(value: string): boolean {
  return !/\p{Cs}/u.test(value);
}

function tidy(value: string): string {
  return value.replace(/[\t\n]/g, ' ').trim();
}

const tooManyMarks = new RegExp(`\\p{M}{${limits.combiningMarksPerBase + 1}}`, 'u');

function hasFewMarks(value: string): boolean {
  return !tooManyMarks.test(value);
}

/**
 * One grapheme can be endless (emoji joined to emoji, syllables of conjoining letters). The longest in use, such as a
 * family with skin tones, has fewer code units than this; a text longer than all its graphemes at that size is none.
 */
const codeUnitsPerGrapheme = 32;

/** Counts no further than it has to. */
function isAtMost(value: string, graphemes: number): boolean {
  return value.length <= graphemes * codeUnitsPerGrapheme && hasAtMost(graphemes, value);
}

function nameOfFirst(value: string, pattern: RegExp): string {
  const codePoint = pattern.exec(value)?.[0].codePointAt(0) ?? 0;
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
}
