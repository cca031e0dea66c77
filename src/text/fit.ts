import type { Size } from '../model/vocabulary.ts';
import { balanceLines } from './balance.ts';
import { breakLines, countLines, lineWidth, tolerance, visualRuns } from './lines.ts';
import { heightOf, type MeasuredText } from './measure.ts';
import { type Piece, pieceOf, softPieces, splitPieces, startOfPiece } from './pieces.ts';
import type { Run } from './runs.ts';

/** One line of a text: runs from left to right and their width in em. */
interface TextLine {
  readonly runs: readonly Run[];
  readonly width: number;
}

export interface FittedText {
  readonly lines: readonly TextLine[];
  /** The text does not fit even with broken words, and ends in an ellipsis. */
  readonly shortened: boolean;
}

/** Returns the largest size, in px, at which the text fits the box without broken words. O(line counts). */
export function largestSize(text: MeasuredText, box: Size): number {
  return Math.max(sizeOf(text, text.widths, box), sizeOf(text, text.softWidths, box, text.softGain));
}

function sizeOf(text: MeasuredText, widths: readonly number[], box: Size, gain = 1): number {
  let best = 0;
  for (let lines = 1; lines <= widths.length; lines++) {
    const width = widths[lines - 1] ?? 0;
    const byHeight = box.height / heightOf(text, lines);
    // Each further line only adds height.
    if (byHeight <= best) break;
    const byWidth = width === 0 ? Number.POSITIVE_INFINITY : box.width / (width * gain);
    best = Math.max(best, Math.min(byWidth, byHeight));
  }
  return best;
}

/** A word wider than this, in em, is broken if it would be smaller than this size in px and breaking it gains this factor. */
const longWord = { width: 11, size: 20, gain: 1.4 } as const;
function hasLongWord({ pieces }: MeasuredText): boolean {
  return pieces.some(({ width }) => width > longWord.width);
}

/** Returns the size in px from which no word of a text is broken; `minSize` is the smallest legible one. */
export function minWholeSize(text: MeasuredText, minSize: number): number {
  return hasLongWord(text) ? longWord.size : minSize;
}

/** Words are broken at slightly less than the largest size, which leaves a choice of breaks. */
const breakingShare = 0.9;

/**
 * Returns the largest size, in px, at which the text fits the box. If whole words do not fit even at `minSize`, or a very
 * long word would require small type, words wider than the box are broken; the result is then the largest size with no
 * more lines than a comfortable size has. A result below `minSize` means that the text does not fit.
 */
export function largestLegibleSize(text: MeasuredText, box: Size, minSize: number): number {
  const whole = largestSize(text, box);
  const isLimitedByWord = whole < longWord.size && hasLongWord(text);
  if (whole >= minSize && !isLimitedByWord) return whole;
  const worthwhile = whole < minSize ? minSize : whole * longWord.gain;
  if (brokenLines(text, worthwhile, box, undefined) === undefined) return whole;
  const hyphen = brokenLines(text, worthwhile, box, text.hyphen) === undefined ? undefined : text.hyphen;
  const comfortable = Math.max(worthwhile, longWord.size);
  const maxLines = brokenLines(text, comfortable, box, hyphen);
  let [fits, tooLarge] = maxLines === undefined ? [worthwhile, comfortable] : [comfortable, box.height];
  while (tooLarge - fits > 0.25) {
    const middle = (fits + tooLarge) / 2;
    const lines = brokenLines(text, middle, box, hyphen);
    if (lines !== undefined && lines <= (maxLines ?? lines)) fits = middle;
    else tooLarge = middle;
  }
  return Math.max(worthwhile, fits * breakingShare);
}

/**
 * Breaks the text into balanced lines at a size in px, as few as fit the width. If whole words do not fit, words wider
 * than a line are broken, at soft breaks if possible, and an ellipsis replaces the lines that exceed the height. Neither
 * happens up to `largestSize`.
 */
export function fitText(text: MeasuredText, size: number, box: Size): FittedText {
  const room = emRoom(text, size, box);
  const balanced = widthFor(text.widths, room);
  if (balanced !== undefined)
    return { lines: balanceLines(text.pieces, balanced, room.width).map(toLine), shortened: false };
  if (!isTooLong(text, room)) {
    const pieces = softlyBroken(text, room) ?? hyphenatedPieces(text, room);
    if (countLines(pieces, room.width, room.lines) <= room.lines)
      return { lines: balanceLines(pieces, room.width).map(toLine), shortened: false };
  }
  const pieces = brokenPieces(filling(text.pieces, room), room, undefined);
  const filled = breakLines(pieces, room.width);
  return { lines: shorten(text, filled.slice(0, room.lines), room.width), shortened: true };
}

/**
 * Returns the start of the pieces, as much as certainly fills the room: no line holds more than its width, and a piece that
 * was cut short is wider than a line, which divides it, or begins beyond the last line.
 */
function filling(pieces: readonly Piece[], { width, lines }: Room): readonly Piece[] {
  const enough = width * (lines + 2);
  let used = 0;
  for (const [index, piece] of pieces.entries()) {
    if (used + piece.width > enough) return [...pieces.slice(0, index), startOfPiece(piece, enough - used)];
    used += piece.width;
  }
  return pieces;
}

interface Room {
  readonly width: number;
  readonly lines: number;
}

function widthFor(widths: readonly number[], room: Room): number | undefined {
  return widths.slice(0, room.lines).find((candidate) => candidate <= room.width);
}

/** Splits only the words wider than a line, or more words if that takes too many lines. */
function softlyBroken(text: MeasuredText, room: Room): readonly Piece[] | undefined {
  const width = widthFor(text.softWidths, room);
  if (width === undefined) return undefined;
  const few = softPieces(text.pieces, room.width);
  return countLines(few, room.width, room.lines) <= room.lines ? few : softPieces(text.pieces, width);
}

/** Returns the number of lines with broken words, or undefined if the text does not fit the box. */
function brokenLines(
  text: MeasuredText,
  size: number,
  box: Size,
  hyphen: Run | undefined,
): number | undefined {
  const room = emRoom(text, size, box);
  if (heightOf(text, 1) * size > box.height + slack || isTooLong(text, room)) return undefined;
  return linesIn(room, brokenPieces(text.pieces, room, hyphen));
}

/** Whether a text is longer than all lines of a room together, which is known before any word is divided. */
function isTooLong({ pieces }: MeasuredText, { width, lines }: Room): boolean {
  return pieces.reduce((sum, piece) => sum + piece.width, 0) > width * lines + tolerance;
}

/** Returns the number of lines of the pieces, or undefined if they do not fit. */
function linesIn(room: Room, pieces: readonly Piece[]): number | undefined {
  if (pieces.some((piece) => widthAtLineEnd(piece) > room.width)) return undefined;
  const lines = countLines(pieces, room.width, room.lines);
  return lines <= room.lines ? lines : undefined;
}

/** Returns the width of a piece in em at the end of a line, where the hyphen of a soft hyphen is drawn. */
function widthAtLineEnd({ width, tail }: Piece): number {
  return width + (tail?.advance ?? 0);
}

/**
 * Splits words wider than a line at their soft breaks, and parts that are still wider wherever shaping allows it. If that
 * takes too many lines, ignores the soft breaks.
 */
function brokenPieces(
  pieces: readonly Piece[],
  { width, lines }: Room,
  hyphen: Run | undefined,
): readonly Piece[] {
  const isWide = (piece: Piece) => widthAtLineEnd(piece) > width;
  const cut = (piece: Piece) => (isWide(piece) ? splitPieces([piece], hyphen) : [piece]);
  const cutWide = (whole: readonly Piece[]) => (whole.some(isWide) ? whole.flatMap(cut) : whole);
  const few = cutWide(softPieces(pieces, width));
  return countLines(few, width, lines) <= lines ? few : cutWide(pieces);
}

/** Splits words with hyphens if these fit. */
function hyphenatedPieces(text: MeasuredText, room: Room): readonly Piece[] {
  const pieces = brokenPieces(text.pieces, room, text.hyphen);
  return linesIn(room, pieces) === undefined ? brokenPieces(text.pieces, room, undefined) : pieces;
}

/** Tolerance for rounding, in px. */
const slack = 0.01;

/** Returns the size in px, up to `maxSize`, at which a line, each character and an ellipsis fit the box. */
export function largestForInk(text: MeasuredText, box: Size, maxSize: number): number {
  const size = Math.min(maxSize, box.height / heightOf(text, 1));
  const seen = filling(text.pieces, emRoom(text, size, box));
  const wide = seen.filter(({ width }) => width * size > box.width);
  const widest = Math.max(text.ellipsis.width, ...splitPieces(wide).map(({ width }) => width));
  // At a smaller size more of the text is seen.
  return widest * size > box.width + slack ? largestForInk(text, box, box.width / widest) : size;
}

/** Returns the width of the box in em, and the number of lines it holds, at least one. */
function emRoom(text: MeasuredText, size: number, box: Size): Room {
  const more = Math.floor(((box.height + slack) / size - heightOf(text, 1)) / text.pitch);
  return { width: (box.width + slack) / size, lines: Math.max(1, more + 1) };
}

/** Shortens the lines until an ellipsis fits, and balances them. */
function shorten(text: MeasuredText, lines: readonly Piece[][], width: number): TextLine[] {
  const whole = [...(lines.at(-1) ?? [])];
  let cut: Piece[] = [];
  // The width before the last piece, with the gap before it, and the width of the line.
  let before = whole.reduce((sum, piece) => sum + piece.width + piece.gap, 0);
  let used = lineWidth(whole);
  while (used + text.ellipsis.width > width) {
    if (cut.length === 0) {
      const last = whole.pop();
      if (!last) break;
      cut = splitPieces([last]);
      before -= last.width + last.gap;
      used = cut.reduce((sum, piece) => sum + piece.width, before);
    }
    used -= cut.pop()?.width ?? 0;
    if (cut.length === 0) used = before - (whole.at(-1)?.gap ?? 0);
  }
  const end = cut.length > 0 ? cut : withoutLastGap(whole.splice(-1));
  const pieces = [...lines.slice(0, -1).flat(), ...whole, joined([...withoutLastGap(end), text.ellipsis])];
  return balanceLines(pieces, width).map(toLine);
}

/** Joins pieces without gaps into one. */
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
