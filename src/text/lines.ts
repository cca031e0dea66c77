import type { Piece } from './pieces.ts';
import type { Run } from './runs.ts';

export type Lines = readonly (readonly Piece[])[];

/** Breaks the pieces into lines no wider than `width` em, greedily. */
export function breakLines(pieces: readonly Piece[], width: number): Piece[][] {
  return linesFrom(lineStarts(pieces, width), pieces);
}

/** A number of lines, and the other widths at which the pieces break at the same places. */
export interface LineCount {
  readonly lines: number;
  /** The widest that had to fit a line, and the narrowest that did not. */
  readonly fitting: number;
  readonly tooWide: number;
}

/**
 * Counts the lines that `breakLines` makes.
 *
 * @param max where counting stops: for more lines the result is `max + 1`
 */
export function lineCount(
  pieces: readonly Piece[],
  width: number,
  max = Number.POSITIVE_INFINITY,
): LineCount {
  let [lines, fitting, tooWide] = [0, 0, Number.POSITIVE_INFINITY];
  let [used, gap] = [0, 0];
  for (const piece of pieces) {
    const end = used + gap + piece.width + (piece.tail?.advance ?? 0);
    if (lines === 0 || end > width + tolerance) {
      if (lines > 0 && end < tooWide) tooWide = end;
      if (++lines > max) break;
      used = 0;
      gap = 0;
      if (piece.width > fitting) fitting = piece.width;
    } else if (end > fitting) fitting = end;
    used += gap + piece.width;
    gap = piece.gap;
  }
  return { lines, fitting, tooWide };
}

/** Returns the number of lines that `breakLines` makes, or `max + 1` if there are more than `max`. */
export function countLines(pieces: readonly Piece[], width: number, max?: number): number {
  return lineCount(pieces, width, max).lines;
}

/** Returns the index of the first piece of each line. */
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

/** Divides the pieces into lines that start at those indexes. */
export function linesFrom(starts: readonly number[], pieces: readonly Piece[]): Piece[][] {
  return starts.map((start, line) => pieces.slice(start, starts[line + 1]));
}

/** Returns the width of a line, in em, without the gap after its last piece. */
export function lineWidth(line: readonly Piece[]): number {
  const last = line.at(-1);
  const end = (last?.tail?.advance ?? 0) - (last?.gap ?? 0);
  return line.reduce((sum, piece) => sum + piece.width + piece.gap, end);
}

/** Returns the runs of a line from left to right (UAX #9, rule L2), with gaps. */
export function visualRuns(line: readonly Piece[]): Run[] {
  const logical: Run[] = [];
  for (const [index, piece] of line.entries()) {
    logical.push(...piece.runs);
    if (index < line.length - 1) {
      if (piece.gap > 0) logical.push(gapRun(piece));
    } else if (piece.tail) logical.push(piece.tail);
  }
  const highest = logical.reduce((max, run) => Math.max(max, run.level), 0);
  let runs = logical;
  for (let level = highest; level > 0; level--) runs = reverseFrom(runs, level);
  return runs;
}

function gapRun({ gap, gapLevel }: Piece): Run {
  return { kind: 'space', advance: gap, ascent: 0, descent: 0, level: gapLevel, text: ' ' };
}

/** Tolerance for rounding, in em. */
export const tolerance = 1e-6;

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
