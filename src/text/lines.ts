import type { Piece } from './pieces.ts';
import type { Run } from './runs.ts';

/** More lines than this are never worth their height on a canvas of our sizes. */
const mostLines = 14;

/**
 * Lines are balanced: entry n-1 is the narrowest width, in em, that holds the pieces in at most n lines.
 * O(pieces · log) for each number of lines; stops where more lines would not be narrower.
 */
export function lineWidths(pieces: readonly Piece[]): readonly number[] {
  const widest = pieces.reduce((most, piece) => Math.max(most, piece.width), 0);
  const widths = [lineWidth(pieces)];
  while (widths.length < Math.min(mostLines, pieces.length)) {
    const last = widths.at(-1) ?? 0;
    if (last <= widest + tolerance) break;
    const width = narrowest(pieces, widths.length + 1, widest, last);
    widths.push(leavesOrphan(breakLines(pieces, width)) ? last : width);
  }
  return widths;
}

/** Breaks the pieces into lines no wider than `width` em, each as full as it gets. */
export function breakLines(pieces: readonly Piece[], width: number): Piece[][] {
  const lines: Piece[][] = [];
  let line: Piece[] = [];
  let used = 0;
  let gap = 0;
  for (const piece of pieces) {
    if (line.length > 0 && used + gap + piece.width > width + tolerance) {
      lines.push(line);
      line = [];
      used = 0;
      gap = 0;
    }
    used += gap + piece.width;
    gap = piece.gap;
    line.push(piece);
  }
  if (line.length > 0) lines.push(line);
  return lines;
}

/**
 * The same number of lines as `breakLines` makes, but evened out: of all ways to break the pieces into them
 * within the width, the one whose lines differ least from it (least squares). O(lines · pieces²).
 */
export function balanceLines(pieces: readonly Piece[], width: number): Piece[][] {
  const count = breakLines(pieces, width).length;
  // ends[n][i]: the least raggedness of the first i pieces in n lines, and where the last of them begins.
  let ends = [{ cost: 0, starts: [] as readonly number[] }, ...pieces.map(() => impossible)];
  for (let line = 0; line < count; line++) {
    const before = ends;
    ends = [impossible, ...pieces.map((_, last) => bestEnd(pieces, last, before, width))];
  }
  const starts = ends.at(-1)?.starts ?? [];
  return starts.map((start, line) => pieces.slice(start, starts[line + 1]));
}

interface End {
  readonly cost: number;
  readonly starts: readonly number[];
}

const impossible: End = { cost: Number.POSITIVE_INFINITY, starts: [] };

/** The best last line that ends with a piece: it may begin at any piece from which it fits. */
function bestEnd(pieces: readonly Piece[], last: number, before: readonly End[], width: number): End {
  let best = impossible;
  let used = -(pieces[last]?.gap ?? 0);
  for (let first = last; first >= 0; first--) {
    used += (pieces[first]?.width ?? 0) + (pieces[first]?.gap ?? 0);
    if (used > width + tolerance && first < last) break;
    const rest = before[first] ?? impossible;
    const cost = rest.cost + (width - used) ** 2;
    if (cost < best.cost) best = { cost, starts: [...rest.starts, first] };
  }
  return best;
}

/** Width of a line, in em, without the gap behind its last piece. */
export function lineWidth(line: readonly Piece[]): number {
  return line.reduce((sum, piece) => sum + piece.width + piece.gap, -(line.at(-1)?.gap ?? 0));
}

/** The runs of a line from left to right (UAX #9, rule L2), gaps included. */
export function visualRuns(line: readonly Piece[]): Run[] {
  const logical = line.flatMap((piece, index): readonly Run[] =>
    piece.gap > 0 && index < line.length - 1
      ? [...piece.runs, { kind: 'space', advance: piece.gap, ascent: 0, descent: 0, level: piece.gapLevel }]
      : piece.runs,
  );
  const highest = logical.reduce((most, run) => Math.max(most, run.level), 0);
  let runs = logical;
  for (let level = highest; level > 0; level--) runs = reverseFrom(runs, level);
  return runs;
}

const tolerance = 1e-6;

/** Whether a single character is left alone on the last line, cut off from those before it (Chinese, Japanese). */
function leavesOrphan(lines: readonly Piece[][]): boolean {
  const [before, last] = lines.slice(-2);
  return (
    before !== undefined && last?.length === 1 && before.at(-1)?.gap === 0 && (last[0]?.width ?? 0) <= 1.1
  );
}

function narrowest(pieces: readonly Piece[], lines: number, low: number, high: number): number {
  let [from, to] = [low, high];
  while (to - from > 0.005) {
    const middle = (from + to) / 2;
    if (breakLines(pieces, middle).length <= lines) to = middle;
    else from = middle;
  }
  return breakLines(pieces, to).reduce((most, line) => Math.max(most, lineWidth(line)), 0);
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
