import { breakLines, countLines, type Lines, linesFrom, tolerance } from './lines.ts';
import type { Piece } from './pieces.ts';

/** How much wider than necessary lines may become to end at better places. */
const maxWidening = 1.4;

/**
 * Breaks the pieces into as many lines as `breakLines`, with balanced widths: of all ways to break them within the width,
 * returns the one whose lines differ least from it (least squares), with costs for breaks inside words and phrases and
 * for single letters. If a line then ends at a poor place, lines may be wider, up to `room`. O(pieces · pieces in a line):
 * only places are weighed at which a line can start so that all lines together hold the pieces.
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

/** @param unit the width whose square is the unit of costs */
function evenLines(
  pieces: readonly Piece[],
  costs: readonly Costs[],
  count: number,
  width: number,
  unit: number,
): Piece[][] {
  const earliest = earliestStarts(pieces, count, width);
  const latest = latestStarts(pieces, count, width);
  // The lowest cost of the pieces before each place at which a line can start.
  let before: Ends = { from: 0, ends: [{ cost: 0 }] };
  for (let line = 1; line < count; line++) {
    const [from, to] = [earliest[line] ?? 0, latest[line] ?? 0];
    const ends: End[] = [];
    for (let start = from; start <= to; start++)
      ends.push(bestEnd(pieces, start - 1, before, width, unit, costs[start - 1]));
    before = { from, ends };
  }
  const last = pieces.length - 1;
  return linesFrom(startsOf(bestEnd(pieces, last, before, width, unit, costs[last])), pieces);
}

/** The ways to break the pieces before each place from `from` on. */
interface Ends {
  readonly from: number;
  readonly ends: readonly End[];
}

/** Returns the latest place at which each line can start, if the lines before it are as full as possible. */
function latestStarts(
  pieces: readonly Pick<Piece, 'width' | 'gap'>[],
  count: number,
  width: number,
): number[] {
  const starts = [0];
  for (let index = 0, used = 0; starts.length < count; index++) {
    const piece = pieces[index];
    const first = starts.at(-1) ?? 0;
    if (!piece || (index > first && used + piece.width > width + 2 * tolerance)) {
      starts.push(Math.min(index, pieces.length - count + starts.length));
      used = 0;
    }
    used += (piece?.width ?? 0) + (piece?.gap ?? 0);
  }
  return starts;
}

/** Returns the earliest place at which each line can start so that it and those after it hold the rest. */
function earliestStarts(pieces: readonly Piece[], count: number, width: number): number[] {
  const backwards = pieces.map(({ width: own }, index) => ({ width: own, gap: pieces[index - 1]?.gap ?? 0 }));
  const ends = latestStarts(backwards.reverse(), count, width);
  return [
    0,
    ...ends
      .slice(1)
      .reverse()
      .map((end) => pieces.length - end),
  ];
}

/** A way to break pieces into lines: the first piece of the last line, and the lines before it. */
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

/** The costs of a line that ends with a piece, and of a line that consists of it, in squares of the line's width. */
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

/** The cost of one character of a Chinese or Japanese phrase beside other words. */
const stubCost = 1;

function endCost(pieces: readonly Piece[], index: number): number {
  const [piece, next] = [pieces[index], pieces[index + 1]];
  if (!piece || !next) return 0;
  return isStub(pieces, index) ? stubCost : piece.breakCost;
}

/** Whether a break after the piece separates one character of a phrase, at the end of the line or the start of the next. */
export function isStub(pieces: readonly Piece[], index: number): boolean {
  const [piece, next] = [pieces[index], pieces[index + 1]];
  if (!piece || !next || piece.gap > 0) return false;
  const endsLine = piece.isLetter && (pieces[index - 1]?.gap ?? 0) > 0;
  const startsLine = next.isLetter && next.gap > 0 && index + 2 < pieces.length;
  return endsLine || startsLine;
}

/** Returns the best last line that ends with a piece; it may begin at any piece from which it fits. */
function bestEnd(
  pieces: readonly Piece[],
  last: number,
  { from, ends }: Ends,
  width: number,
  unit: number,
  costs: Costs | undefined,
): End {
  let [best, start] = [impossible.cost, -1];
  let used = (pieces[last]?.tail?.advance ?? 0) - (pieces[last]?.gap ?? 0);
  for (let first = last; first >= from; first--) {
    used += (pieces[first]?.width ?? 0) + (pieces[first]?.gap ?? 0);
    if (used > width + tolerance && first < last) break;
    const extra = (costs?.end ?? 0) + (first === last ? (costs?.alone ?? 0) : 0);
    const cost = (ends[first - from] ?? impossible).cost + (width - used) ** 2 + extra * unit ** 2;
    if (cost < best + tolerance) [best, start] = [cost, first];
  }
  return start === -1 ? impossible : { cost: best, start, before: ends[start - from] };
}

/** Whether a piece adjoins the previous or the next one without a gap. */
export function isCutOff(piece: Piece, before: Piece | undefined, isLast: boolean): boolean {
  return before?.gap === 0 || (!isLast && piece.gap === 0);
}
