import { type Piece, softPieces } from './pieces.ts';
import type { Run } from './runs.ts';

/** More lines than this are never worth their height on a canvas of our sizes. */
const mostLines = 14;

type Lines = readonly (readonly Piece[])[];

/**
 * Entry n-1 is the narrowest width, in em, that holds the pieces in at most n lines. O(pieces · log) for each
 * number of lines; stops where more lines would not be narrower. No width leaves a letter alone on the last line, or
 * a Chinese or Japanese character alone on any.
 */
export function lineWidths(pieces: readonly Piece[]): readonly number[] {
  const isBad: IsBad = (lines, broken) => holdsCharacter(lines, broken) || endsInLetter(lines);
  return narrowingWidths(pieces, pieces, isBad);
}

/**
 * The same with words broken softly where they are wider than a line, and with a letter alone on the last line where
 * it is a word of its own, as in `Vitamin C`; none where that gains nothing.
 */
export function softLineWidths(pieces: readonly Piece[], strict: readonly number[]): readonly number[] {
  const parts = pieces.flatMap((piece) => piece.parts ?? [piece]);
  if (parts.length === pieces.length && !isLetterWord(pieces.at(-1), pieces.at(-2))) return [];
  const soft = narrowingWidths(pieces, parts, holdsCharacter);
  return soft.some((width, index) => width < (strict[index] ?? strict.at(-1) ?? 0)) ? soft : [];
}

/** Breaks the pieces into lines no wider than `width` em, each as full as it gets. */
export function breakLines(pieces: readonly Piece[], width: number): Piece[][] {
  return linesFrom(lineStarts(pieces, width), pieces);
}

/** How many lines `breakLines` makes. */
export function countLines(pieces: readonly Piece[], width: number): number {
  return lineStarts(pieces, width).length;
}

/** With which piece each line begins. */
function lineStarts(pieces: readonly Piece[], width: number): number[] {
  const starts: number[] = [];
  let [used, gap] = [0, 0];
  let index = 0;
  for (const piece of pieces) {
    const tail = piece.tail?.advance ?? 0;
    if (index === 0 || used + gap + piece.width + tail > width + tolerance) {
      starts.push(index);
      used = 0;
      gap = 0;
    }
    used += gap + piece.width;
    gap = piece.gap;
    index++;
  }
  return starts;
}

function linesFrom(starts: readonly number[], pieces: readonly Piece[]): Piece[][] {
  return starts.map((start, line) => pieces.slice(start, starts[line + 1]));
}

/** How much wider than need be lines may become, so that they end at better places. */
const mostWidening = 1.4;

/**
 * The same number of lines as `breakLines` makes, but evened out: of all ways to break the pieces into them within
 * the width, the one whose lines differ least from it (least squares), breaks inside words and phrases and letters left
 * alone counted in. Where that ends a line at a poor place, lines may be wider, up to `room`. O(lines · pieces²).
 */
export function balanceLines(pieces: readonly Piece[], width: number, room = width): Piece[][] {
  const filled = breakLines(pieces, width);
  const count = filled.length;
  if (count <= 1) return filled;
  const costs = costsOf(pieces);
  const even = evenLines(pieces, costs, count, width, width);
  if (room <= width || !hasPoorEnd(even)) return even;
  return evenLines(pieces, costs, count, Math.min(room, mostWidening * width), width);
}

function hasPoorEnd(lines: Lines): boolean {
  return lines.slice(0, -1).some((line) => (line.at(-1)?.breakCost ?? 0) > 0);
}

/** @param least the width whose square the costs are counted in */
function evenLines(
  pieces: readonly Piece[],
  costs: readonly Costs[],
  count: number,
  width: number,
  least: number,
): Piece[][] {
  // ends[i]: the least raggedness of the first i pieces in so many lines.
  let ends: readonly End[] = [{ cost: 0 }, ...pieces.map(() => impossible)];
  for (let line = 1; line < count; line++) {
    const before = ends;
    ends = [impossible, ...pieces.map((_, last) => bestEnd(pieces, last, before, width, least, costs[last]))];
  }
  const last = pieces.length - 1;
  return linesFrom(startsOf(bestEnd(pieces, last, ends, width, least, costs[last])), pieces);
}

/** Pieces in lines: with which of them the last line begins, and those in the lines before it. */
interface End {
  readonly cost: number;
  readonly start?: number;
  readonly before?: End | undefined;
}

const impossible: End = { cost: Number.POSITIVE_INFINITY };

function startsOf(end: End): number[] {
  const starts: number[] = [];
  for (let at: End | undefined = end; at?.start !== undefined; at = at.before) starts.unshift(at.start);
  return starts;
}

/** What it costs, in squares of the line's width, to end a line with a piece, and to have it alone on a line. */
interface Costs {
  readonly end: number;
  readonly alone: number;
}

const aloneCost = 2;

function costsOf(pieces: readonly Piece[]): Costs[] {
  return pieces.map((piece, index) => {
    const isLast = index === pieces.length - 1;
    const alone = (isLast && index > 0) || isCutOff(piece, pieces[index - 1], isLast);
    return { end: endCost(pieces, index), alone: alone && piece.isLetter ? aloneCost : 0 };
  });
}

/** What it costs to leave one character of a Chinese or Japanese phrase beside other words. */
const stubCost = 1;

function endCost(pieces: readonly Piece[], index: number): number {
  const [piece, next] = [pieces[index], pieces[index + 1]];
  if (!piece || !next) return 0;
  return isStub(pieces, index) ? stubCost : piece.breakCost;
}

/** Whether a line's end behind the piece leaves one character of a phrase on it, or one for the next, beside other words. */
function isStub(pieces: readonly Piece[], index: number): boolean {
  const [piece, next] = [pieces[index], pieces[index + 1]];
  if (!piece || !next || piece.gap > 0) return false;
  const endsLine = piece.isLetter && (pieces[index - 1]?.gap ?? 0) > 0;
  const startsLine = next.isLetter && next.gap > 0 && index + 2 < pieces.length;
  return endsLine || startsLine;
}

/** The best last line that ends with a piece: it may begin at any piece from which it fits. */
function bestEnd(
  pieces: readonly Piece[],
  last: number,
  before: readonly End[],
  width: number,
  least: number,
  costs: Costs | undefined,
): End {
  let [best, start] = [impossible.cost, -1];
  let used = (pieces[last]?.tail?.advance ?? 0) - (pieces[last]?.gap ?? 0);
  for (let first = last; first >= 0; first--) {
    used += (pieces[first]?.width ?? 0) + (pieces[first]?.gap ?? 0);
    if (used > width + tolerance && first < last) break;
    const extra = (costs?.end ?? 0) + (first === last ? (costs?.alone ?? 0) : 0);
    const cost = (before[first] ?? impossible).cost + (width - used) ** 2 + extra * least ** 2;
    if (cost < best + tolerance) [best, start] = [cost, first];
  }
  return start === -1 ? impossible : { cost: best, start, before: before[start] };
}

/** Width of a line, in em, without the gap behind its last piece. */
export function lineWidth(line: readonly Piece[]): number {
  const last = line.at(-1);
  const end = (last?.tail?.advance ?? 0) - (last?.gap ?? 0);
  return line.reduce((sum, piece) => sum + piece.width + piece.gap, end);
}

/** The runs of a line from left to right (UAX #9, rule L2), gaps included. */
export function visualRuns(line: readonly Piece[]): Run[] {
  const logical: Run[] = [];
  for (const [index, piece] of line.entries()) {
    logical.push(...piece.runs);
    if (index < line.length - 1) {
      if (piece.gap > 0) logical.push(gapRun(piece));
    } else if (piece.tail) logical.push(piece.tail);
  }
  const highest = logical.reduce((most, run) => Math.max(most, run.level), 0);
  let runs = logical;
  for (let level = highest; level > 0; level--) runs = reverseFrom(runs, level);
  return runs;
}

function gapRun({ gap, gapLevel }: Piece): Run {
  return { kind: 'space', advance: gap, ascent: 0, descent: 0, level: gapLevel, text: ' ' };
}

const tolerance = 1e-6;

/** How much narrower a line has to become to end at a poor place. */
const poorGain = 1.2;
/** In squares of a line's width. */
const poorCost = 0.3;

/** The pieces with those joined to the next behind which no line should end: short words, parts of phrases. */
function joinedAtPoorEnds(pieces: readonly Piece[]): readonly Piece[] {
  if (!pieces.some(({ breakCost }) => breakCost >= poorCost)) return pieces;
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (last && last.breakCost >= poorCost)
      joined.splice(-1, 1, { ...piece, width: last.width + last.gap + piece.width });
    else joined.push(piece);
  }
  return joined;
}

/** Whether those pieces are badly broken into those lines. */
type IsBad = (lines: Lines, pieces: readonly Piece[]) => boolean;

/** @param parts the pieces, with those that may be broken in parts */
function narrowingWidths(pieces: readonly Piece[], parts: readonly Piece[], isBad: IsBad): readonly number[] {
  const least = parts.reduce((most, part) => Math.max(most, part.width + (part.tail?.advance ?? 0)), 0);
  const widths = [lineWidth(pieces)];
  const phrases = joinedAtPoorEnds(pieces);
  const tries = mixesPhrases(pieces) ? [0, 0.05, 0.1, 0.2, 0.4] : [0];
  while (widths.length < Math.min(mostLines, parts.length)) {
    const last = widths.at(-1) ?? 0;
    if (last <= least + tolerance) break;
    const count = widths.length + 1;
    const narrow = narrowest(pieces, count, least, last);
    const width = withGoodEnds(phrases, count, narrow, last);
    const candidates = tries.map((share) => width + share * (last - width));
    const isNeeded = phrases === pieces || countLines(softPieces(pieces, narrow), narrow) === count;
    widths.push((isNeeded && candidates.find((candidate) => breaksWell(pieces, candidate, isBad))) || last);
  }
  return widths;
}

/** The narrowest width at which no line ends at a poor place, where that is little more than the narrowest of all. */
function withGoodEnds(phrases: readonly Piece[], count: number, least: number, most: number): number {
  const width = Math.min(most, poorGain * least);
  const fits = phrases.every((phrase) => phrase.width + (phrase.tail?.advance ?? 0) <= width);
  if (!fits || countLines(phrases, width) > count) return least;
  return narrowest(phrases, count, least, width);
}

function breaksWell(pieces: readonly Piece[], width: number, isBad: IsBad): boolean {
  const broken = softPieces(pieces, width);
  return !isBad(breakLines(broken, width), broken) || !isBad(balanceLines(broken, width), broken);
}

/** Whether words with gaps between them stand beside Chinese or Japanese ones, which may be broken inside. */
function mixesPhrases(pieces: readonly Piece[]): boolean {
  const inner = pieces.slice(0, -1);
  return inner.some(({ gap }) => gap > 0) && inner.some(({ gap }) => gap === 0);
}

/** Whether a character is alone on a line, or beside other words, cut off from its phrase (Chinese, Japanese). */
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

/** Whether no gap parts a piece from the one before or behind it. */
function isCutOff(piece: Piece, before: Piece | undefined, isLast: boolean): boolean {
  return before?.gap === 0 || (!isLast && piece.gap === 0);
}

/** Whether a piece is a single letter or digit, and a word of its own. */
function isLetterWord(piece: Piece | undefined, before: Piece | undefined): boolean {
  return piece?.isLetter === true && (before?.gap ?? 0) > 0;
}

/** Whether the last line is a single letter or digit. */
function endsInLetter(lines: Lines): boolean {
  const last = lines.at(-1);
  return lines.length > 1 && last?.length === 1 && last[0]?.isLetter === true;
}

function narrowest(pieces: readonly Piece[], lines: number, low: number, high: number): number {
  let [from, to] = [low, high];
  while (to - from > 0.005) {
    const middle = (from + to) / 2;
    if (countLines(softPieces(pieces, middle), middle) <= lines) to = middle;
    else from = middle;
  }
  return breakLines(softPieces(pieces, to), to).reduce((most, line) => Math.max(most, lineWidth(line)), 0);
}

function reverseFrom(runs: readonly Run[], level: number): Run[] {
  const result: Run[] = [];
  let pending: Run[] = [];
  for (const run of runs) {
    if (run.level >= level) {
      pending.unshift(run);
      continue;
    }
    result.push(...pending, run);
    pending = [];
  }
  return [...result, ...pending];
}
