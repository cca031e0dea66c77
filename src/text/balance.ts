import { breakLines, countLines, type Lines, linesFrom, tolerance } from './lines.ts';
import type { Piece } from './pieces.ts';

/** How much wider than need be lines may become, so that they end at better places. */
const maxWidening = 1.4;

/**
 * The same number of lines as `breakLines` makes, but evened out: of all ways to break the pieces into them within
 * the width, the one whose lines differ least from it (least squares), breaks inside words and phrases and letters left
 * alone counted in. Where that ends a line at a poor place, lines may be wider, up to `room`. O(lines · pieces²).
 */
export function balanceLines(pieces: readonly Piece[], width: number, room = width): Piece[][] {
  const count = countLines(pieces, width);
  if (count <= 1) return breakLines(pieces, width);
  const costs = costsOf(pieces);
  const even = evenLines(pieces, costs, count, width, width);
  if (room <= width || !hasPoorEnd(even)) return even;
  return evenLines(pieces, costs, count, Math.min(room, maxWidening * width), width);
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
export function isStub(pieces: readonly Piece[], index: number): boolean {
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

/** Whether no gap parts a piece from the one before or behind it. */
export function isCutOff(piece: Piece, before: Piece | undefined, isLast: boolean): boolean {
  return before?.gap === 0 || (!isLast && piece.gap === 0);
}
