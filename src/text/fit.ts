import type { Size } from '../model/vocabulary.ts';
import { balanceLines } from './balance.ts';
import { breakLines, countLines, lineWidth, visualRuns } from './lines.ts';
import { heightOf, type MeasuredText } from './measure.ts';
import { type Piece, pieceOf, softPieces, splitPieces } from './pieces.ts';
import type { Run } from './runs.ts';

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
export function minWholeSize(text: MeasuredText, least: number): number {
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
