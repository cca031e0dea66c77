import type { Art } from '../model/board.ts';
import type { Size } from '../model/words.ts';
import { type Figure, leadingEmoji } from './emoji.ts';
import { balanceLines, breakLines, lineWidth, lineWidths, visualRuns } from './lines.ts';
import { type Piece, pieceOf, piecesOf, splitPieces } from './pieces.ts';
import { emojiRun, type FontStack, type Run } from './runs.ts';

/** A text shaped once, from which its room at any size follows by arithmetic. All distances in em. */
export interface MeasuredText {
  readonly text: string;
  /** Drawn large above the words: art, or the emoji with which the text begins. */
  readonly emoji: Figure | undefined;
  readonly pieces: readonly Piece[];
  /** Narrowest width for 1, 2, 3 … lines. */
  readonly widths: readonly number[];
  /** Room above the first and below the last baseline, and from baseline to baseline. */
  readonly ascent: number;
  readonly descent: number;
  readonly pitch: number;
  readonly ellipsis: Piece;
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

/** The least room a line takes: about the cap height and a usual descender, so that lines of most texts agree. */
const leastAscent = 0.78;
const leastDescent = 0.22;
const leastPitch = 1.16;

/** A large leading emoji: its size at least, and the gap between it and the words. */
export const bigEmojiSize = 1.9;
export const bigEmojiGap = 0.22;

/** @param art takes the place of a leading emoji: large, or at the beginning of the line */
export function measureText(
  text: string,
  stack: FontStack,
  emoji: 'large' | 'inline',
  art?: Art,
): MeasuredText {
  const lead = emoji === 'large' ? leadOf(text, art) : undefined;
  const words = piecesOf(lead?.words ?? text, stack);
  const pieces = art && !lead ? [pieceOf([emojiRun(art, 0)], stack.wordSpace, 0), ...words] : words;
  const ascent = Math.max(0, ...pieces.map((piece) => piece.ascent));
  const descent = Math.max(0, ...pieces.map((piece) => piece.descent));
  return {
    text,
    emoji: lead?.emoji,
    pieces,
    widths: lineWidths(pieces),
    ascent: Math.max(leastAscent, ascent),
    descent: Math.max(leastDescent, descent),
    pitch: Math.max(leastPitch, (ascent + descent) * 1.04),
    ellipsis: pieceOf(stack.shape('…', 0), 0, 0),
  };
}

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

/** The largest size, in px, at which the text fits the box with all of its words whole. O(line counts). */
export function largestSize(text: MeasuredText, box: Size): number {
  let best = 0;
  for (const [index, width] of text.widths.entries()) {
    const byWidth = width === 0 ? Number.POSITIVE_INFINITY : box.width / width;
    best = Math.max(best, Math.min(byWidth, box.height / heightOf(text, index + 1)));
  }
  return best;
}

/**
 * The same, but where whole words do not fit even at `least`, the largest size with those words broken that
 * are wider than the box. Under `least` it does not fit at all.
 */
export function largestLegibleSize(text: MeasuredText, box: Size, least: number): number {
  const whole = largestSize(text, box);
  if (whole >= least || !fitsBroken(text, least, box)) return whole;
  let [fits, tooLarge] = [least, box.height];
  while (tooLarge - fits > 0.25) {
    const middle = (fits + tooLarge) / 2;
    if (fitsBroken(text, middle, box)) fits = middle;
    else tooLarge = middle;
  }
  return fits;
}

/**
 * The text's lines at a size in px: as few as fit the width, balanced. Words wider than a line are broken,
 * and what the height does not hold is replaced by an ellipsis; neither happens up to `largestSize`.
 */
export function fitText(text: MeasuredText, size: number, box: Size): FittedText {
  const room = emRoom(text, size, box);
  const balanced = text.widths.slice(0, room.lines).find((candidate) => candidate <= room.width);
  if (balanced !== undefined)
    return { lines: balanceLines(text.pieces, balanced).map(toLine), shortened: false };
  const lines = breakLines(brokenPieces(text, room.width), room.width);
  if (lines.length <= room.lines) return { lines: lines.map(toLine), shortened: false };
  return { lines: shorten(text, lines.slice(0, room.lines), room.width), shortened: true };
}

function fitsBroken(text: MeasuredText, size: number, box: Size): boolean {
  const room = emRoom(text, size, box);
  return (
    heightOf(text, 1) * size <= box.height + slack &&
    breakLines(brokenPieces(text, room.width), room.width).length <= room.lines
  );
}

/** The pieces, those wider than a line cut where shaping allows it. */
function brokenPieces(text: MeasuredText, width: number): Piece[] {
  return text.pieces.flatMap((piece) => (piece.width > width ? splitPieces([piece]) : [piece]));
}

/** What rounding may cost, in px. */
const slack = 0.01;

/** The box in em: its width, and the lines it holds (at least one). */
function emRoom(text: MeasuredText, size: number, box: Size) {
  const more = Math.floor(((box.height + slack) / size - heightOf(text, 1)) / text.pitch);
  return { width: (box.width + slack) / size, lines: Math.max(1, more + 1) };
}

function shorten(text: MeasuredText, lines: readonly Piece[][], width: number): TextLine[] {
  const last = splitPieces(lines.at(-1) ?? []);
  while (last.length > 0 && lineWidth(last) + text.ellipsis.width > width) last.pop();
  return [...lines.slice(0, -1), [...withoutLastGap(last), text.ellipsis]].map(toLine);
}

function withoutLastGap(line: readonly Piece[]): Piece[] {
  const last = line.at(-1);
  return last ? [...line.slice(0, -1), { ...last, gap: 0 }] : [];
}

function toLine(line: readonly Piece[]): TextLine {
  return { runs: visualRuns(line), width: lineWidth(line) };
}
