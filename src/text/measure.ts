import { LRUCache } from 'lru-cache';
import type { Art } from '../model/board.ts';
import type { Size } from '../model/words.ts';
import { balanceLines } from './balance.ts';
import { type Figure, leadingEmoji } from './emoji.ts';
import type { HanForms } from './han.ts';
import { lineWidths, softLineWidths } from './line-widths.ts';
import { breakLines, countLines, lineWidth, visualRuns } from './lines.ts';
import { type Piece, pieceOf, piecesOf, softPieces, splitPieces } from './pieces.ts';
import { boxRun, emojiRun, type FontStack, type Run } from './runs.ts';

/** A text shaped once, from which its room at any size follows by arithmetic. All distances in em. */
export interface MeasuredText {
  readonly text: string;
  /** Drawn large above the words: art, or the emoji with which the text begins. */
  readonly emoji: Figure | undefined;
  readonly pieces: readonly Piece[];
  /** Narrowest width for 1, 2, 3 … lines of whole words. */
  readonly widths: readonly number[];
  /** The same with words broken softly, behind a hyphen say; empty where that gains nothing. */
  readonly softWidths: readonly number[];
  /** How much larger that has to make the type. */
  readonly softGain: number;
  /** Room above the first and below the last baseline, and from baseline to baseline. */
  readonly ascent: number;
  readonly descent: number;
  readonly pitch: number;
  /** Of that room, what counts above the first and below the last baseline where the text is put into the middle. */
  readonly middle: { readonly ascent: number; readonly descent: number };
  readonly ellipsis: Piece;
  /** Ends the lines inside a word that is too long for them. */
  readonly hyphen: Run | undefined;
}

/** One line of a text as it is drawn: runs from left to right and their width in em. */
interface TextLine {
  readonly runs: readonly Run[];
  readonly width: number;
}

export interface FittedText {
  readonly lines: readonly TextLine[];
  /** The text did not fit whole even with words broken, and ends in an ellipsis. */
  readonly shortened: boolean;
}

/**
 * The least room a line takes: about the cap height and a usual descender, so that lines of most texts agree. A text
 * without small letters has no descender, and stands in the middle of its box without the room for one.
 */
const leastAscent = 0.78;
const leastDescent = { small: 0.22, none: 0.06 } as const;
const smallLetter = /\p{Ll}/u;
/** Texts with small letters all count the same, so that those side by side share a baseline: of a descender the half. */
const smallMiddle = { ascent: leastAscent, descent: leastDescent.small / 2 } as const;
const leastPitch = 1.16;

/** A large leading emoji: its size at least, and the gap between it and the words. */
export const bigEmojiSize = 1.9;
export const bigEmojiGap = 0.22;

/** Remembered texts for each stack: the same items come again and again. */
const rememberedTexts = 1_000;
const remembered = new WeakMap<FontStack, LRUCache<string, MeasuredText>>();

/**
 * @param art takes the place of a leading emoji: large, or at the beginning of the line
 * @param board whose forms Han characters take on the text's board, if the text does not say itself
 */
export function measureText(
  text: string,
  stack: FontStack,
  emoji: 'large' | 'inline',
  art?: Art,
  board: HanForms = 'zh',
): MeasuredText {
  if (art) return measureAnew(text, stack, emoji, art, board);
  let texts = remembered.get(stack);
  if (!texts) {
    texts = new LRUCache({ max: rememberedTexts });
    remembered.set(stack, texts);
  }
  const key = `${emoji} ${board} ${text}`;
  let measured = texts.get(key);
  if (!measured) {
    measured = measureAnew(text, stack, emoji, undefined, board);
    texts.set(key, measured);
  }
  return measured;
}

function measureAnew(
  text: string,
  stack: FontStack,
  emoji: 'large' | 'inline',
  art: Art | undefined,
  board: HanForms,
): MeasuredText {
  const lead = emoji === 'large' ? leadOf(text, art) : undefined;
  const words = piecesOf(lead?.words ?? text, stack, stack.hanForms(text, board));
  const isBlank = !lead && !art && text.trim() !== '' && words.every(({ runs }) => runs.length === 0);
  const pieces = isBlank ? [pieceOf([boxRun(text, 0)], 0, 0)] : words;
  if (art && !lead) pieces.unshift(pieceOf([emojiRun(art, 0)], stack.wordSpace, 0));
  const ascent = Math.max(0, ...pieces.map((piece) => piece.ascent));
  const descent = Math.max(0, ...pieces.map((piece) => piece.descent));
  const widths = lineWidths(pieces);
  const hasSmall = smallLetter.test(text);
  const room = {
    ascent: Math.max(leastAscent, ascent),
    descent: Math.max(hasSmall ? leastDescent.small : leastDescent.none, descent),
  };
  return {
    text,
    emoji: lead?.emoji,
    pieces,
    widths,
    softWidths: softLineWidths(pieces, widths),
    softGain: thai.test(text) ? 1 : softGain,
    ...room,
    pitch: Math.max(leastPitch, (ascent + descent) * lineGap(pieces)),
    middle: hasSmall ? smallMiddle : room,
    ellipsis: pieceOf(stack.shape('…', 0), 0, 0),
    hyphen: stack.shape('-', 0)[0],
  };
}

/** Baselines stand apart by the ink of a line times this: more where high marks stand under low ones. */
function lineGap(pieces: readonly Piece[]): number {
  const letters = pieces.filter(({ runs }) => runs.every(({ kind }) => kind === 'glyphs'));
  const areHigh = letters.some(({ ascent }) => ascent > highMark);
  return areHigh && letters.some(({ descent }) => descent > lowMark) ? 1.1 : 1.04;
}

/** In em: what is beyond are capitals with accents, and descenders. */
const [highMark, lowMark] = [0.85, 0.15];

function leadOf(text: string, art: Art | undefined) {
  return art ? { emoji: art, words: text } : leadingEmoji(text);
}

/** Height of a text of that many lines, in em, a large emoji included. */
export function heightOf(text: MeasuredText, lines: number): number {
  if (text.emoji && text.pieces.length === 0) return bigEmojiSize;
  const emoji = text.emoji ? bigEmojiSize + bigEmojiGap : 0;
  return emoji + wordsHeight(text, lines);
}

/** Height of the words alone. */
export function wordsHeight(text: MeasuredText, lines: number): number {
  return text.ascent + (lines - 1) * text.pitch + text.descent;
}

/** A soft break has to make the type larger by this before it is taken; in Thai, which has no other, by nothing. */
const softGain = 1.5;
const thai = /\p{Script=Thai}/u;

/** The largest size, in px, at which the text fits the box with all of its words whole. O(line counts). */
export function largestSize(text: MeasuredText, box: Size): number {
  return Math.max(sizeOf(text, text.widths, box), sizeOf(text, text.softWidths, box, text.softGain));
}

function sizeOf(text: MeasuredText, widths: readonly number[], box: Size, gain = 1): number {
  let best = 0;
  for (let lines = 1; lines <= widths.length; lines++) {
    const width = widths[lines - 1] ?? 0;
    const byHeight = box.height / heightOf(text, lines);
    // More lines are only higher.
    if (byHeight <= best) break;
    const byWidth = width === 0 ? Number.POSITIVE_INFINITY : box.width / (width * gain);
    best = Math.max(best, Math.min(byWidth, byHeight));
  }
  return best;
}

/** Words wider than this, in em, are broken rather than set small: under that size in px, and to gain that much. */
const longWord = { width: 11, size: 20, gain: 1.4 } as const;
function hasLongWord({ pieces }: MeasuredText): boolean {
  return pieces.some(({ width }) => width > longWord.width);
}

/** The size in px from which all words of a text stay whole, where `least` is the least legible one. */
export function leastWholeSize(text: MeasuredText, least: number): number {
  return hasLongWord(text) ? longWord.size : least;
}

/** Words are broken at a little less than the largest size, so that there is a choice of places. */
const breakingShare = 0.9;

/**
 * The same, but where whole words do not fit even at `least`, or where a very long one would keep the type small, a
 * size with those words broken that are wider than the box: the largest with no more lines than a comfortable size
 * has. Under `least` it does not fit at all.
 */
export function largestLegibleSize(text: MeasuredText, box: Size, least: number): number {
  const whole = largestSize(text, box);
  const isKeptSmall = whole < longWord.size && hasLongWord(text);
  if (whole >= least && !isKeptSmall) return whole;
  const worthwhile = whole < least ? least : whole * longWord.gain;
  if (brokenLines(text, worthwhile, box, undefined) === undefined) return whole;
  const hyphen = brokenLines(text, worthwhile, box, text.hyphen) === undefined ? undefined : text.hyphen;
  const comfortable = Math.max(worthwhile, longWord.size);
  const most = brokenLines(text, comfortable, box, hyphen);
  let [fits, tooLarge] = most === undefined ? [worthwhile, comfortable] : [comfortable, box.height];
  while (tooLarge - fits > 0.25) {
    const middle = (fits + tooLarge) / 2;
    const lines = brokenLines(text, middle, box, hyphen);
    if (lines !== undefined && lines <= (most ?? lines)) fits = middle;
    else tooLarge = middle;
  }
  return Math.max(worthwhile, fits * breakingShare);
}

/**
 * The text's lines at a size in px: as few as fit the width, balanced. Where whole words do not fit, those wider than a
 * line are broken, softly if that will do, and what the height does not hold is replaced by an ellipsis; neither
 * happens up to `largestSize`.
 */
export function fitText(text: MeasuredText, size: number, box: Size): FittedText {
  const room = emRoom(text, size, box);
  const balanced = widthFor(text.widths, room);
  if (balanced !== undefined)
    return { lines: balanceLines(text.pieces, balanced, room.width).map(toLine), shortened: false };
  const pieces = softlyBroken(text, room) ?? hyphenatedPieces(text, room);
  const lines = balanceLines(pieces, room.width);
  if (lines.length <= room.lines) return { lines: lines.map(toLine), shortened: false };
  const filled = breakLines(pieces, room.width);
  return { lines: shorten(text, filled.slice(0, room.lines), room.width), shortened: true };
}

interface Room {
  readonly width: number;
  readonly lines: number;
}

function widthFor(widths: readonly number[], room: Room): number | undefined {
  return widths.slice(0, room.lines).find((candidate) => candidate <= room.width);
}

/** The pieces with only those words in parts that are wider than a line, or where that takes too many lines, with more. */
function softlyBroken(text: MeasuredText, room: Room): readonly Piece[] | undefined {
  const width = widthFor(text.softWidths, room);
  if (width === undefined) return undefined;
  const few = softPieces(text.pieces, room.width);
  return countLines(few, room.width) <= room.lines ? few : softPieces(text.pieces, width);
}

/** How many lines the text takes with words broken; undefined where it does not fit the box even so. */
function brokenLines(
  text: MeasuredText,
  size: number,
  box: Size,
  hyphen: Run | undefined,
): number | undefined {
  const room = emRoom(text, size, box);
  if (heightOf(text, 1) * size > box.height + slack) return undefined;
  return linesIn(room, brokenPieces(text, room, hyphen));
}

/** The number of lines that the pieces take in a room; undefined where they do not fit it. */
function linesIn(room: Room, pieces: readonly Piece[]): number | undefined {
  if (pieces.some(({ width, tail }) => width + (tail?.advance ?? 0) > room.width)) return undefined;
  const lines = countLines(pieces, room.width);
  return lines <= room.lines ? lines : undefined;
}

/**
 * The pieces, those wider than a line in their parts, and what is still wider cut where shaping allows it; the parts
 * too where so many breaks take too many lines.
 */
function brokenPieces(
  { pieces }: MeasuredText,
  { width, lines }: Room,
  hyphen: Run | undefined,
): readonly Piece[] {
  const isWide = (piece: Piece) => piece.width > width;
  const cut = (piece: Piece) => (isWide(piece) ? splitPieces([piece], hyphen) : [piece]);
  const cutWide = (whole: readonly Piece[]) => (whole.some(isWide) ? whole.flatMap(cut) : whole);
  const few = cutWide(softPieces(pieces, width));
  return countLines(few, width) <= lines ? few : cutWide(pieces);
}

/** With hyphens if there is room for them. */
function hyphenatedPieces(text: MeasuredText, room: Room): readonly Piece[] {
  const pieces = brokenPieces(text, room, text.hyphen);
  return linesIn(room, pieces) === undefined ? brokenPieces(text, room, undefined) : pieces;
}

/** What rounding may cost, in px. */
const slack = 0.01;

/** The size in px, up to `most`, at which a line of the text, each character of it, and an ellipsis are no larger than the box. */
export function largestForInk(text: MeasuredText, box: Size, most: number): number {
  const wide = text.pieces.filter(({ width }) => width * most > box.width);
  const widest = Math.max(text.ellipsis.width, ...splitPieces(wide).map(({ width }) => width));
  return Math.min(most, box.height / heightOf(text, 1), box.width / widest);
}

/** The box in em: its width, and the lines it holds (at least one). */
function emRoom(text: MeasuredText, size: number, box: Size): Room {
  const more = Math.floor(((box.height + slack) / size - heightOf(text, 1)) / text.pitch);
  return { width: (box.width + slack) / size, lines: Math.max(1, more + 1) };
}

/** As much of those lines as leaves room for an ellipsis, evened out. */
function shorten(text: MeasuredText, lines: readonly Piece[][], width: number): TextLine[] {
  const whole = [...(lines.at(-1) ?? [])];
  let cut: Piece[] = [];
  while (lineWidth([...whole, ...withoutLastGap(cut)]) + text.ellipsis.width > width) {
    if (cut.length === 0) {
      const last = whole.pop();
      if (!last) break;
      cut = splitPieces([last]);
    }
    cut.pop();
  }
  const end = cut.length > 0 ? cut : withoutLastGap(whole.splice(-1));
  const pieces = [...lines.slice(0, -1).flat(), ...whole, joined([...withoutLastGap(end), text.ellipsis])];
  return balanceLines(pieces, width).map(toLine);
}

/** One piece of several that no gap parts. */
function joined(pieces: readonly Piece[]): Piece {
  return pieceOf(
    pieces.flatMap(({ runs }) => runs),
    0,
    0,
  );
}

function withoutLastGap(line: readonly Piece[]): Piece[] {
  const last = line.at(-1);
  return last ? [...line.slice(0, -1), { ...last, gap: 0 }] : [];
}

function toLine(line: readonly Piece[]): TextLine {
  return { runs: visualRuns(line), width: lineWidth(line) };
}
