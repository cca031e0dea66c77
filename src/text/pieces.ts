import LineBreaker from 'linebreak';
import { bidiLevels } from './bidi.ts';
import { type FontStack, glyphRun, type Run } from './runs.ts';

/** A stretch of text that a line may not break inside, with the gap that follows it on the same line. */
export interface Piece {
  readonly runs: readonly Run[];
  /** Width of the runs and their ink above and below the baseline, in em. */
  readonly width: number;
  readonly ascent: number;
  readonly descent: number;
  /** The gap behind the piece when another follows on the line, in em; 0 between Chinese characters. */
  readonly gap: number;
  /** Bidi embedding level of that gap. */
  readonly gapLevel: number;
}

const otherSpaces = /[\u0085\u2028\u2029]/g;

/** Shapes a text and cuts it at its break opportunities (UAX #14), with directions resolved (UAX #9). */
export function piecesOf(text: string, stack: FontStack): Piece[] {
  const line = text.replace(otherSpaces, ' ');
  const levels = bidiLevels(line);
  const pieces: Piece[] = [];
  let from = 0;
  for (const to of breaksOf(line)) {
    const whole = line.slice(from, to);
    const word = whole.trimEnd();
    const spaces = whole.length - word.length;
    if (whole !== '') {
      const runs = directedRuns(word, from, levels, stack);
      pieces.push(pieceOf(runs, spaces * stack.wordSpace, levels?.[to - 1] ?? 0));
    }
    from = to;
  }
  return pieces;
}

/** The same pieces cut wherever shaping allows it: the last resort for words longer than a line. */
export function splitPieces(pieces: readonly Piece[]): Piece[] {
  return pieces.flatMap((piece) => {
    const parts = piece.runs.flatMap(splitRun);
    return parts.map((run, index) =>
      pieceOf([run], index === parts.length - 1 ? piece.gap : 0, piece.gapLevel),
    );
  });
}

/** Puts runs together as one piece, summing up their width and ink. */
export function pieceOf(runs: readonly Run[], gap: number, gapLevel: number): Piece {
  let [width, ascent, descent] = [0, 0, 0];
  for (const run of runs) {
    width += run.advance;
    ascent = Math.max(ascent, run.ascent);
    descent = Math.max(descent, run.descent);
  }
  return { runs, width, ascent, descent, gap, gapLevel };
}

/** Each cluster a run of its own; joined forms keep the shape they have in the unbroken word. */
function splitRun(run: Run): Run[] {
  if (run.kind !== 'glyphs') return [run];
  const clusters = new Map<number, typeof run.glyphs>();
  for (const glyph of run.glyphs)
    clusters.set(glyph.cluster, [...(clusters.get(glyph.cluster) ?? []), glyph]);
  return [...clusters]
    .sort(([left], [right]) => left - right)
    .map(([, glyphs]) => glyphRun(run.font, glyphs, run.level));
}

/** Korean is broken between words, as its readers expect, although UAX #14 also allows it inside them. */
const insideKoreanWord = /^\p{Script=Hangul}\p{Script=Hangul}/u;

function breaksOf(text: string): number[] {
  const breaker = new LineBreaker(text);
  const positions: number[] = [];
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak())
    if (!insideKoreanWord.test(text.slice(next.position - 1, next.position + 1)))
      positions.push(next.position);
  if (positions.at(-1) !== text.length) positions.push(text.length);
  return positions;
}

function directedRuns(
  word: string,
  offset: number,
  levels: Uint8Array | undefined,
  stack: FontStack,
): readonly Run[] {
  if (!levels) return stack.shape(word, 0);
  const runs: Run[] = [];
  for (let from = 0; from < word.length; ) {
    const level = levels[offset + from] ?? 0;
    let to = from + 1;
    while (to < word.length && levels[offset + to] === level) to++;
    runs.push(...stack.shape(word.slice(from, to), level));
    from = to;
  }
  return runs;
}
