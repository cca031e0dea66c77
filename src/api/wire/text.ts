import * as v from 'valibot';
import { hasAtMost, hasShortGraphemes } from '../../model/graphemes.ts';
import { limits } from '../../model/limits.ts';
import { mustBe } from './messages.ts';

/**
 * Returns a schema for text to draw: well-formed Unicode without control characters, of at most `graphemes` graphemes.
 * Tabs and newlines become spaces, and surrounding space is dropped.
 *
 * @param description sentences for the OpenAPI document
 */
export function text(graphemes: number, description = '') {
  const tooLong = `must be at most ${graphemes} characters long`;
  const maxLength = maxCodePoints(graphemes);
  return v.pipe(
    v.string(mustBe('a text')),
    v.description(`${description} At most ${graphemes} characters.`.trim()),
    v.check((value) => value.length <= maxLength || [...value].length <= maxLength, tooLong),
    v.metadata({ maxLength }),
    ...hygiene,
    v.transform(tidy),
    v.check(
      hasFewMarks,
      `must not stack more than ${limits.combiningMarksPerBase} combining marks on one character`,
    ),
    v.check((value) => isAtMost(value, graphemes), tooLong),
    v.check(
      hasShortGraphemes,
      `must not join more than ${limits.codeUnitsPerGrapheme} UTF-16 code units into one character`,
    ),
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

/** Returns whether every surrogate is paired (ECMA-262, String.prototype.isWellFormed). */
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

/** Returns the largest length of a text with this many graphemes, in code points as in JSON Schema. */
export function maxCodePoints(graphemes: number): number {
  return graphemes * limits.codeUnitsPerGrapheme;
}

function isAtMost(value: string, graphemes: number): boolean {
  return value.length <= maxCodePoints(graphemes) && hasAtMost(graphemes, value);
}

function nameOfFirst(value: string, pattern: RegExp): string {
  const codePoint = pattern.exec(value)?.[0].codePointAt(0) ?? 0;
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
}
