import type { Art } from '../model/board.ts';
import { drawingCache } from '../model/drawing-caches.ts';
import { type Figure, leadingEmoji } from './emoji.ts';
import type { FontStack } from './font-stack.ts';
import type { HanForms } from './han.ts';
import { lineWidths, softLineWidths } from './line-widths.ts';
import { type Piece, pieceOf, piecesOf } from './pieces.ts';
import { boxRun, bytesOfRuns, emojiRun, type Run } from './runs.ts';

/** A shaped text, from which its extent at any size follows by arithmetic. All distances are in em. */
export interface MeasuredText {
  readonly text: string;
  /** Art, or the emoji at the start of the text; drawn large above the words. */
  readonly emoji: Figure | undefined;
  readonly pieces: readonly Piece[];
  /** Minimum width for 1, 2, 3 … lines of whole words. */
  readonly widths: readonly number[];
  /** Minimum widths with soft breaks, for example after a hyphen; empty if these gain nothing. */
  readonly softWidths: readonly number[];
  /** The factor by which soft breaks must enlarge the type. */
  readonly softGain: number;
  /** Height above the first and below the last baseline, and from baseline to baseline. */
  readonly ascent: number;
  readonly descent: number;
  readonly pitch: number;
  /** The heights above the first and below the last baseline for vertical centring. */
  readonly middle: { readonly ascent: number; readonly descent: number };
  readonly ellipsis: Piece;
  /** Ends a line inside a word that is longer than a line. */
  readonly hyphen: Run | undefined;
}

/**
 * The minimum height of a line: about the cap height and a usual descender, so that most texts have equal lines. A text
 * without lower-case letters has no descender, and is centred without the height of one.
 */
const minAscent = 0.78;
const minDescent = { small: 0.22, none: 0.06 } as const;
const smallLetter = /\p{Ll}/u;
/** All texts with lower-case letters are centred alike, with half a descender, so that neighbours share a baseline. */
const smallMiddle = { ascent: minAscent, descent: minDescent.small / 2 } as const;
const minPitch = 1.16;

/** The factor by which soft breaks must enlarge the type. Thai has no other breaks, so there it is 1. */
const softGain = 1.5;
const thai = /\p{Script=Thai}/u;

/** Minimum size of a large emoji, and the gap between it and the words, in em. */
export const bigEmojiSize = 1.9;
export const bigEmojiGap = 0.22;

/** A piece with the parts that fitting divides it into: several times its runs. */
const piecesPerRun = 4;
const cached = drawingCache<MeasuredText>('texts', ({ pieces }) =>
  pieces.reduce((sum, { runs }) => sum + piecesPerRun * bytesOfRuns(runs), 0),
);

/**
 * Shapes and measures a text. Caches texts without art.
 *
 * @param art replaces a leading emoji: large, or at the start of the line
 * @param board the forms of Han characters on the text's board, unless the text itself determines them
 */
export function measureText(
  text: string,
  stack: FontStack,
  emoji: 'large' | 'inline',
  art?: Art,
  board: HanForms = 'zh',
): MeasuredText {
  if (art) return measure(text, stack, emoji, art, board);
  const key = `${stack.name} ${stack.leading} ${emoji} ${board} ${text}`;
  let measured = cached.get(key);
  if (!measured) {
    measured = measure(text, stack, emoji, undefined, board);
    cached.set(key, measured);
  }
  return measured;
}

function measure(
  text: string,
  stack: FontStack,
  emoji: 'large' | 'inline',
  art: Art | undefined,
  board: HanForms,
): MeasuredText {
  const lead = emoji === 'large' ? leadOf(text, art) : undefined;
  const words = piecesOf(lead?.words ?? text, stack, stack.hanForms(text, board));
  const isBlank = !lead && !art && text.trim() !== '' && words.every(({ runs }) => runs.length === 0);
  const pieces = isBlank ? [pieceOf([boxRun(text, 0)], 0, 0)] : words;
  if (art && !lead) pieces.unshift(pieceOf([emojiRun(art, 0)], stack.wordSpace, 0));
  const ascent = Math.max(0, ...pieces.map((piece) => piece.ascent));
  const descent = Math.max(0, ...pieces.map((piece) => piece.descent));
  const widths = lineWidths(pieces);
  const hasSmall = smallLetter.test(text);
  const room = {
    ascent: Math.max(minAscent, ascent),
    descent: Math.max(hasSmall ? minDescent.small : minDescent.none, descent),
  };
  return {
    text,
    emoji: lead?.emoji,
    pieces,
    widths,
    softWidths: softLineWidths(pieces, widths),
    softGain: thai.test(text) ? 1 : softGain,
    ...room,
    pitch: Math.max(minPitch, (ascent + descent) * lineGap(pieces), room.ascent + stack.leading),
    middle: hasSmall ? smallMiddle : room,
    ellipsis: pieceOf(stack.shape('…', 0), 0, 0),
    hyphen: stack.shape('-', 0)[0],
  };
}

/** Returns the ratio of the line pitch to the ink of a line: larger where high marks may meet low ones. */
function lineGap(pieces: readonly Piece[]): number {
  const letters = pieces.filter(({ runs }) => runs.every(({ kind }) => kind === 'glyphs'));
  const areHigh = letters.some(({ ascent }) => ascent > highMark);
  return areHigh && letters.some(({ descent }) => descent > lowMark) ? 1.1 : 1.04;
}

/** In em: capitals with accents and descenders exceed these. */
const [highMark, lowMark] = [0.85, 0.15];

function leadOf(text: string, art: Art | undefined) {
  return art ? { emoji: art, words: text } : leadingEmoji(text);
}

/** Returns the height of a text with that number of lines, in em, including a large emoji. */
export function heightOf(text: MeasuredText, lines: number): number {
  if (text.emoji && text.pieces.length === 0) return bigEmojiSize;
  const emoji = text.emoji ? bigEmojiSize + bigEmojiGap : 0;
  return emoji + wordsHeight(text, lines);
}

/** Returns the height of the words, in em, without a large emoji. */
export function wordsHeight(text: MeasuredText, lines: number): number {
  return text.ascent + (lines - 1) * text.pitch + text.descent;
}
