import { balanceLines, isCutOff, isStub } from './balance.ts';
import {
  breakLines,
  countLines,
  type LineCount,
  type Lines,
  lineCount,
  lineWidth,
  tolerance,
} from './lines.ts';
import { type Piece, poorEndCost, softPieces } from './pieces.ts';

/** On canvases of our sizes, more lines than this never allow larger type. */
const maxLines = 14;

/**
 * Returns the minimum widths of a text: entry n-1 is the narrowest width, in em, that holds the pieces in at most n
 * lines. Ends when more lines would not be narrower. O(pieces · log) for each number of lines. No width leaves a
 * single letter on the last line, or a single Chinese or Japanese character on any.
 */
export function lineWidths(pieces: readonly Piece[]): readonly number[] {
  const isBad: IsBad = (lines, broken) => holdsCharacter(lines, broken) || endsInLetter(lines);
  return narrowingWidths(pieces, pieces, isBad);
}

/**
 * Returns the minimum widths with soft breaks in words wider than a line, and with a single letter allowed on the last
 * line where it is a word, as in `Vitamin C`. Returns no widths if none is narrower than with whole words.
 */
export function softLineWidths(pieces: readonly Piece[], strict: readonly number[]): readonly number[] {
  const parts = pieces.flatMap((piece) => piece.parts ?? [piece]);
  if (parts.length === pieces.length && !isLetterWord(pieces.at(-1), pieces.at(-2))) return [];
  const soft = narrowingWidths(pieces, parts, holdsCharacter);
  return soft.some((width, index) => width < (strict[index] ?? strict.at(-1) ?? 0)) ? soft : [];
}

/** The factor by which a line must become narrower to justify a poor end. */
const poorGain = 1.2;

/** Joins each piece after which no line should end, a short word or a part of a phrase, to the next. */
function joinedAtPoorEnds(pieces: readonly Piece[]): readonly Piece[] {
  if (!pieces.some(({ breakCost }) => breakCost >= poorEndCost)) return pieces;
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (last && last.breakCost >= poorEndCost) {
      joined[joined.length - 1] = { ...withoutParts(piece), width: last.width + last.gap + piece.width };
    } else joined.push(piece);
  }
  return joined;
}

function withoutParts(piece: Piece): Piece {
  if (!piece.parts) return piece;
  const { parts: _, ...whole } = piece;
  return whole;
}

/** Whether the lines break those pieces badly. */
type IsBad = (lines: Lines, pieces: readonly Piece[]) => boolean;

/** @param parts the pieces, with breakable ones replaced by their parts */
function narrowingWidths(pieces: readonly Piece[], parts: readonly Piece[], isBad: IsBad): readonly number[] {
  const minWidth = parts.reduce((max, part) => Math.max(max, part.width + (part.tail?.advance ?? 0)), 0);
  const widths = [lineWidth(pieces)];
  const phrases = joinedAtPoorEnds(pieces);
  const tries = mixesPhrases(pieces) ? [0, 0.05, 0.1, 0.2, 0.4] : [0];
  while (widths.length < Math.min(maxLines, parts.length)) {
    const last = widths.at(-1) ?? 0;
    if (last <= minWidth + tolerance) break;
    const count = widths.length + 1;
    const narrow = narrowest(pieces, count, minWidth, last);
    const isNeeded = phrases === pieces || countLines(softPieces(pieces, narrow), narrow, count) === count;
    if (!isNeeded) {
      widths.push(last);
      continue;
    }
    const width = withGoodEnds(phrases, count, narrow, last);
    const candidates = tries.map((share) => width + share * (last - width));
    widths.push(candidates.find((candidate) => breaksWell(pieces, candidate, isBad)) ?? last);
  }
  return widths;
}

/** Returns the narrowest width without poor ends if it is close to the narrowest of all, else the latter. */
function withGoodEnds(phrases: readonly Piece[], count: number, narrow: number, max: number): number {
  const width = Math.min(max, poorGain * narrow);
  const fits = phrases.every((phrase) => phrase.width + (phrase.tail?.advance ?? 0) <= width);
  if (!fits || countLines(phrases, width, count) > count) return narrow;
  return narrowest(phrases, count, narrow, width);
}

function breaksWell(pieces: readonly Piece[], width: number, isBad: IsBad): boolean {
  const broken = softPieces(pieces, width);
  return !isBad(breakLines(broken, width), broken) || !isBad(balanceLines(broken, width), broken);
}

/** Whether the text has both words separated by gaps and Chinese or Japanese, which breaks without gaps. */
function mixesPhrases(pieces: readonly Piece[]): boolean {
  const inner = pieces.slice(0, -1);
  return inner.some(({ gap }) => gap > 0) && inner.some(({ gap }) => gap === 0);
}

/** Whether a line separates a single Chinese or Japanese character from its phrase. */
function holdsCharacter(lines: Lines, pieces: readonly Piece[]): boolean {
  let end = -1;
  return lines.some((line, index) => {
    end += line.length;
    const [first, second] = line;
    const isLast = index === lines.length - 1;
    const isAlone = !second && first?.isLetter === true && isCutOff(first, lines[index - 1]?.at(-1), isLast);
    return isAlone || isStub(pieces, end);
  });
}

/** Whether a piece is a word of one letter or digit. */
function isLetterWord(piece: Piece | undefined, before: Piece | undefined): boolean {
  return piece?.isLetter === true && (before?.gap ?? 0) > 0;
}

/** Whether the last line is a single letter or digit. */
function endsInLetter(lines: Lines): boolean {
  const last = lines.at(-1);
  return lines.length > 1 && last?.length === 1 && last[0]?.isLetter === true;
}

/**
 * Returns the narrowest width between `low` and `high` at which the pieces take that number of lines. Halves the range,
 * and counts lines only at widths at which the pieces break at other places than where they were counted before.
 */
function narrowest(pieces: readonly Piece[], lines: number, low: number, high: number): number {
  let [from, to] = [low, high];
  const areWhole = pieces.every(({ parts }) => !parts);
  const piecesAt = (width: number) => (areWhole ? pieces : softPieces(pieces, width));
  let { tooWide, fitting } = areWhole ? boundsOf(pieces, lines) : unbounded;
  while (to - from > 0.005) {
    const middle = (from + to) / 2;
    if (middle < fitting && middle + tolerance >= tooWide) {
      const broken = piecesAt(middle);
      const count = lineCount(broken, middle, lines);
      if (count.lines <= lines) fitting = Math.min(middle, count.fitting);
      else if (broken === pieces) tooWide = count.tooWide;
    }
    if (middle >= fitting) to = middle;
    else from = middle;
  }
  return breakLines(piecesAt(to), to).reduce((max, line) => Math.max(max, lineWidth(line)), 0);
}

const unbounded = { tooWide: 0, fitting: Number.POSITIVE_INFINITY };

/** Returns bounds of the narrowest width for that number of lines of whole pieces. */
function boundsOf(pieces: readonly Piece[], lines: number): Omit<LineCount, 'lines'> {
  const mean = lineWidth(pieces) / lines;
  let [widest, widestGap] = [0, 0];
  for (const { width, gap } of pieces) {
    widest = Math.max(widest, width);
    widestGap = Math.max(widestGap, gap);
  }
  return { tooWide: mean - widestGap, fitting: mean + widest + tolerance };
}
