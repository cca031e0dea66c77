import { bidiLevels } from './bidi.ts';
import { breaksOf } from './breaks.ts';
import type { Glyph } from './font.ts';
import { type FontStack, reshapeEach } from './font-stack.ts';
import type { HanForms } from './han.ts';
import { phrasePlaces } from './phrases.ts';
import { type GlyphRun, glyphRun, type Run } from './runs.ts';

/** A part of a text without a break opportunity, and the gap that follows it on the same line. */
export interface Piece {
  readonly runs: readonly Run[];
  /** Width of the runs and their ink above and below the baseline, in em. */
  readonly width: number;
  readonly ascent: number;
  readonly descent: number;
  /** The gap before the next piece on the line, in em; 0 between Chinese characters. */
  readonly gap: number;
  /** Bidi embedding level of that gap. */
  readonly gapLevel: number;
  /** The parts of a word with soft breaks, for example after a hyphen, which apply if it is wider than a line. */
  readonly parts?: readonly Piece[];
  /** Drawn after the piece at the end of a line: the hyphen of a soft hyphen. */
  readonly tail?: Run;
  /** The cost of a line end here, in squares of the line's width: 0 between most words. */
  readonly breakCost: number;
  /** The piece is a single letter or digit, with or without punctuation, which should not be alone on a line. */
  readonly isLetter: boolean;
}

/** The cost of a line end at a poor place, in squares of the line's width. */
export const poorEndCost = 0.3;

/**
 * The costs of line ends: after a short word that belongs to the next, such as the Russian с or для, and before a dash; between the words of a
 * Chinese or Japanese phrase, and inside one of them; and inside a word at a soft break, at a seam of an address or a
 * name, between syllables, between consonants, anywhere, and with fewer than three letters on one side.
 */
const breakCosts = {
  shortCyrillic: poorEndCost,
  dash: poorEndCost,
  letter: 0.12,
  shortLatin: 0.04,
  between: 0.06,
  phrase: poorEndCost,
  soft: 0.1,
  seam: 0.4,
  syllable: 0.5,
  consonants: 0.7,
  anywhere: 1,
  stub: 4,
} as const;
const minLetters = 3;

const otherSpaces = /[\u0085\u2028\u2029]/g;
/** Fillers for missing Korean letters: blank by definition, but fonts draw them. */
const fillers = /[\u115f\u1160\u3164\uffa0]/g;
const softHyphen = '\u00ad';
const oneLetter = /^[^\p{L}\p{N}]*[\p{L}\p{N}][^\p{L}\p{N}]*$/u;
/** Ligatures of old encodings: fewer fonts have them than have their letters. */
const ligatures = /[\ufb00-\ufb06]/g;
/** One character as wide as twelve, and the words it represents, which can be broken. */
const basmala = { character: /\ufdfd/g, words: 'بسم الله الرحمن الرحيم' } as const;

/** Shapes a text and divides it at its break opportunities (UAX #14), with directions resolved (UAX #9). */
export function piecesOf(text: string, stack: FontStack, han: HanForms = 'zh'): Piece[] {
  const line = text
    .replace(otherSpaces, ' ')
    .replace(fillers, '')
    .replace(ligatures, (ligature) => ligature.normalize('NFKC'))
    .replace(basmala.character, basmala.words);
  const levels = bidiLevels(line);
  const placeAt = phrasePlaces(line, han);
  const pieceAt = (from: number, to: number): Piece => {
    const whole = line.slice(from, to);
    const word = whole.trimEnd();
    const spaces = whole.length - word.length;
    const runs = directedRuns(word, from, levels, (part, level) => stack.shape(part, level, han));
    // Invisible characters have no gap after them.
    const gap = runs.length > 0 ? spaces * stack.wordSpace : 0;
    const breakCost = gap > 0 ? spaceCost(word, line.slice(to, to + 2)) : placeCosts[placeAt(to)];
    const isLetter = word.length < 6 && oneLetter.test(word);
    return pieceOf(runs, gap, levels?.[to - 1] ?? 0, breakCost, isLetter);
  };
  const pieces: Piece[] = [];
  let parts: Piece[] = [];
  let [from, partFrom] = [0, 0];
  for (const { position, isSoft } of breaksOf(line)) {
    if (position === from) continue;
    if (isSoft) {
      const part = { ...pieceAt(partFrom, position), breakCost: breakCosts.soft };
      const hyphen = line[position - 1] === softHyphen ? stack.shape('-', part.gapLevel)[0] : undefined;
      parts.push(hyphen ? { ...part, tail: hyphen } : part);
    } else {
      const piece = pieceAt(from, position);
      pieces.push(parts.length > 0 ? { ...piece, parts: [...parts, pieceAt(partFrom, position)] } : piece);
      parts = [];
      from = position;
    }
    partFrom = position;
  }
  return pieces;
}

const placeCosts = { end: 0, word: breakCosts.between, inside: breakCosts.phrase } as const;

/** Returns the cost of a line end at a space, after a word and before a text. */
function spaceCost(word: string, next: string): number {
  if (spacedDash.test(next)) return breakCosts.dash;
  if (word.length > 3) return 0;
  if (shortCyrillic.test(word)) return breakCosts.shortCyrillic;
  if (!shortLatin.test(word)) return 0;
  return word.length === 1 ? breakCosts.letter : breakCosts.shortLatin;
}

const spacedDash = /^[–—]\s/;
const shortCyrillic = /^(?:\p{Script=Cyrillic}{1,2}|без|для|под|над|при|про|или)$/iu;
const shortLatin = /^\p{Script=Latin}{1,2}$/u;

/** Replaces each word that is wider than a line by its parts, if it has any. */
export function softPieces(pieces: readonly Piece[], width: number): readonly Piece[] {
  if (!pieces.some((piece) => piece.parts && piece.width > width)) return pieces;
  return pieces.flatMap((piece) => (piece.parts && piece.width > width ? piece.parts : [piece]));
}

/**
 * Divides pieces wherever shaping allows it: the last resort for words longer than a line.
 *
 * @param hyphen drawn after the parts of words in scripts with hyphenation
 */
export function splitPieces(pieces: readonly Piece[], hyphen?: Run): Piece[] {
  return pieces.flatMap((piece) => {
    const known = splits.get(piece)?.find((split) => split.hyphen === hyphen);
    const parts = known?.parts ?? splitPiece(piece, hyphen);
    if (!known) splits.set(piece, [...(splits.get(piece) ?? []), { hyphen, parts }]);
    return parts;
  });
}

/** The parts of pieces that were divided, as long as these live: the search for a size divides a word at every step. */
const splits = new WeakMap<Piece, readonly Split[]>();

interface Split {
  readonly hyphen: Run | undefined;
  readonly parts: readonly Piece[];
}

function splitPiece(piece: Piece, hyphen: Run | undefined): readonly Piece[] {
  const runs = piece.runs.flatMap(splitRun);
  const isHyphenated = hyphen !== undefined && hyphenated.test(runs.map(({ text }) => text).join(''));
  return runs.map((run, index): Piece => {
    const next = runs[index + 1];
    if (!next) return { ...pieceOf([run], piece.gap, piece.gapLevel), ...endOf(piece) };
    const partOf = (breakCost: number) => pieceOf([run], 0, piece.gapLevel, breakCost);
    if (Math.min(index + 1, runs.length - 1 - index) < minLetters) return partOf(breakCosts.stub);
    if (seam.test(run.text + next.text)) return partOf(breakCosts.seam);
    if (!isHyphenated) return partOf(breakCosts.anywhere);
    const breakCost = syllableCost(run.text, next.text, runs[index + 2]?.text ?? '');
    return { ...partOf(breakCost), tail: hyphen };
  });
}

/** Uses a rule instead of a dictionary, because the language of a word is unknown. */
function syllableCost(before: string, next: string, after: string): number {
  if (isVowel(next)) return breakCosts.anywhere;
  if (isVowel(after)) return breakCosts.syllable;
  return isVowel(before) ? breakCosts.anywhere : breakCosts.consonants;
}

function isVowel(text: string): boolean {
  return /^[aeiouyæøœаеёиоуыэюяіїєαεηιουω]/i.test(text.normalize('NFD'));
}

/** After a sign that joins words, and before the second capital in `YouTube`. */
const seam = /^(?:[./_@:?&=#+~\\\u00a0\u202f-]|\p{Ll}(?=\p{Lu}))/u;

/** A word of letters only, with or without punctuation around it: not an address or a number. */
const hyphenated =
  /^[^\p{L}\p{N}_]*[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{M}’'\u00ad-]+[^\p{L}\p{N}_]*$/u;

function endOf({ breakCost, tail }: Piece) {
  return tail ? { breakCost, tail } : { breakCost };
}

/** Joins runs into one piece, with their total width and ink. */
export function pieceOf(
  runs: readonly Run[],
  gap: number,
  gapLevel: number,
  breakCost = 0,
  isLetter = false,
): Piece {
  let [width, ascent, descent] = [0, 0, 0];
  for (const run of runs) {
    width += run.advance;
    ascent = Math.max(ascent, run.ascent);
    descent = Math.max(descent, run.descent);
  }
  return { runs, width, ascent, descent, gap, gapLevel, breakCost, isLetter };
}

/** Divides a run into its clusters; joined forms keep the shape that they have in the whole word. */
function splitRun(run: Run): Run[] {
  if (run.kind !== 'glyphs') return [run];
  const starts = [...new Set(run.glyphs.map(({ cluster }) => cluster))].sort((left, right) => left - right);
  const parts: { readonly from: number; readonly glyphs: Glyph[] }[] = [];
  const partOf = new Map<number, Glyph[] | undefined>();
  for (const start of starts) {
    if (start === 0 || !isInsideThaiSyllable(run.text, start)) parts.push({ from: start, glyphs: [] });
    partOf.set(start, parts.at(-1)?.glyphs);
  }
  for (const glyph of run.glyphs) partOf.get(glyph.cluster)?.push(glyph);
  return parts.flatMap(({ from, glyphs }, index) => {
    const to = parts[index + 1]?.from ?? run.text.length;
    const part = glyphRun(run.font, glyphs, run.level, run.text.slice(from, to));
    return part.advance > widestCluster ? reshapeEach(part) : [part];
  });
}

/** Returns the start of a piece: at least `width` em of it, or all. */
export function startOfPiece(piece: Piece, width: number): Piece {
  const runs: Run[] = [];
  let left = width;
  for (const run of piece.runs) {
    if (left <= 0) break;
    runs.push(run.kind === 'glyphs' && run.advance > left ? startOfRun(run, left) : run);
    left -= run.advance;
  }
  return pieceOf(runs, 0, piece.gapLevel);
}

function startOfRun({ font, glyphs, level, text }: GlyphRun, width: number): GlyphRun {
  const logical = level % 2 === 1 ? glyphs.toReversed() : glyphs;
  let used = 0;
  const end = logical.find(({ advance }) => {
    used += advance;
    return used - advance >= width;
  })?.cluster;
  if (end === undefined) return glyphRun(font, glyphs, level, text);
  return glyphRun(
    font,
    glyphs.filter(({ cluster }) => cluster < end),
    level,
    text.slice(0, end),
  );
}

/** Thai writes vowels before and after their consonant, as separate letters. */
function isInsideThaiSyllable(text: string, at: number): boolean {
  const [before, after] = [text.charAt(at - 1), text.charAt(at)];
  return vowelBefore.test(before) !== vowelBefore.test(after)
    ? vowelBefore.test(before)
    : vowelAfter.test(after) && !vowelAfter.test(before);
}

const vowelBefore = /[\u0e40-\u0e44]/;
const vowelAfter = /[\u0e2f\u0e30\u0e32\u0e33\u0e45\u0e46]/;

/** In em: wider than any conjunct of a real word. */
const widestCluster = 4;

function directedRuns(
  word: string,
  offset: number,
  levels: Uint8Array | undefined,
  shape: (text: string, level: number) => readonly Run[],
): readonly Run[] {
  if (!levels) return shape(word, 0);
  const runs: Run[] = [];
  for (let from = 0; from < word.length; ) {
    const level = levels[offset + from] ?? 0;
    let to = from + 1;
    while (to < word.length && levels[offset + to] === level) to++;
    runs.push(...shape(word.slice(from, to), level));
    from = to;
  }
  return runs;
}
