import { balanceLines, isCutOff, isStub } from './balance.ts';
import { breakLines, countLines, type Lines, lineWidth, tolerance } from './lines.ts';
import { type Piece, poorEndCost, softPieces } from './pieces.ts';

/** More lines than this are never worth their height on a canvas of our sizes. */
const maxLines = 14;

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

/** How much narrower a line has to become to end at a poor place. */
const poorGain = 1.2;

/** The pieces with those joined to the next behind which no line should end: short words, parts of phrases. */
function joinedAtPoorEnds(pieces: readonly Piece[]): readonly Piece[] {
  if (!pieces.some(({ breakCost }) => breakCost >= poorEndCost)) return pieces;
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (last && last.breakCost >= poorEndCost) {
      const { parts: _, ...whole } = piece;
      joined.splice(-1, 1, { ...whole, width: last.width + last.gap + piece.width });
    } else joined.push(piece);
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
  while (widths.length < Math.min(maxLines, parts.length)) {
    const last = widths.at(-1) ?? 0;
    if (last <= least + tolerance) break;
    const count = widths.length + 1;
    const narrow = narrowest(pieces, count, least, last);
    const isNeeded = phrases === pieces || countLines(softPieces(pieces, narrow), narrow) === count;
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
