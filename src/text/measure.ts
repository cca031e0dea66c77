import type { LRUCache } from 'lru-cache';
import type { Art } from '../model/board.ts';
import { rememberLast } from '../model/lru.ts';
import { type Figure, leadingEmoji } from './emoji.ts';
import type { FontStack } from './font-stack.ts';
import type { HanForms } from './han.ts';
import { lineWidths, softLineWidths } from './line-widths.ts';
import { type Piece, pieceOf, piecesOf } from './pieces.ts';
import { boxRun, emojiRun, type Run } from './runs.ts';

/** A text shaped once, from which its room at any size follows by arithmetic. All distances in em. */
export interface MeasuredText {
  readonly text: string;
  /** Drawn large above the words: art, or the emoji with which the text begins. */
  readonly emoji: Figure | undefined;
  readonly pieces: readonly Piece[];
  /** Narrowest width for 1, 2, 3 … lines of whole words. */
  readonly widths: readonly number[];
  /** The same with words broken softly, behind a hyphen say; empty where that gains nothing. */
  readonly softWidths: readonly number[];
  /** How much larger that has to make the type. */
  readonly softGain: number;
  /** Room above the first and below the last baseline, and from baseline to baseline. */
  readonly ascent: number;
  readonly descent: number;
  readonly pitch: number;
  /** Of that room, what counts above the first and below the last baseline where the text is put into the middle. */
  readonly middle: { readonly ascent: number; readonly descent: number };
  readonly ellipsis: Piece;
  /** Ends the lines inside a word that is too long for them. */
  readonly hyphen: Run | undefined;
}

/**
 * The least room a line takes: about the cap height and a usual descender, so that lines of most texts agree. A text
 * without small letters has no descender, and stands in the middle of its box without the room for one.
 */
const minAscent = 0.78;
const minDescent = { small: 0.22, none: 0.06 } as const;
const smallLetter = /\p{Ll}/u;
/** Texts with small letters all count the same, so that those side by side share a baseline: of a descender the half. */
const smallMiddle = { ascent: minAscent, descent: minDescent.small / 2 } as const;
const minPitch = 1.16;

/** A soft break has to make the type larger by this before it is taken; in Thai, which has no other, by nothing. */
const softGain = 1.5;
const thai = /\p{Script=Thai}/u;

/** A large leading emoji: its size at least, and the gap between it and the words. */
export const bigEmojiSize = 1.9;
export const bigEmojiGap = 0.22;

/** Remembered texts for each stack: the same items come again and again. */
const rememberedTexts = 1_000;
const remembered = new WeakMap<FontStack, LRUCache<string, MeasuredText>>();

/**
 * @param art takes the place of a leading emoji: large, or at the beginning of the line
 * @param board whose forms Han characters take on the text's board, if the text does not say itself
 */
export function measureText(
  text: string,
  stack: FontStack,
  emoji: 'large' | 'inline',
  art?: Art,
  board: HanForms = 'zh',
): MeasuredText {
  if (art) return measureAnew(text, stack, emoji, art, board);
  let texts = remembered.get(stack);
  if (!texts) {
    texts = rememberLast(rememberedTexts);
    remembered.set(stack, texts);
  }
  const key = `${emoji} ${board} ${text}`;
  let measured = texts.get(key);
  if (!measured) {
    measured = measureAnew(text, stack, emoji, undefined, board);
    texts.set(key, measured);
  }
  return measured;
}

function measureAnew(
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

/** Baselines stand apart by the ink of a line times this: more where high marks stand under low ones. */
function lineGap(pieces: readonly Piece[]): number {
  const letters = pieces.filter(({ runs }) => runs.every(({ kind }) => kind === 'glyphs'));
  const areHigh = letters.some(({ ascent }) => ascent > highMark);
  return areHigh && letters.some(({ descent }) => descent > lowMark) ? 1.1 : 1.04;
}

/** In em: what is beyond are capitals with accents, and descenders. */
const [highMark, lowMark] = [0.85, 0.15];

function leadOf(text: string, art: Art | undefined) {
  return art ? { emoji: art, words: text } : leadingEmoji(text);
}

/** Height of a text of that many lines, in em, a large emoji included. */
export function heightOf(text: MeasuredText, lines: number): number {
  if (text.emoji && text.pieces.length === 0) return bigEmojiSize;
  const emoji = text.emoji ? bigEmojiSize + bigEmojiGap : 0;
  return emoji + wordsHeight(text, lines);
}

/** Height of the words alone. */
export function wordsHeight(text: MeasuredText, lines: number): number {
  return text.ascent + (lines - 1) * text.pitch + text.descent;
}
