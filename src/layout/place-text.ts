import type { FittedText } from '../text/fit.ts';
import { bigEmojiGap, bigEmojiSize, type MeasuredText, wordsHeight } from '../text/measure.ts';
import type { PlacedLine, PlacedText, Rect } from './placed.ts';

/** A large emoji, in px: its size, and the height for the words under it. */
export interface LargeEmoji {
  readonly size: number;
  readonly words: number;
}

/**
 * Places fitted lines in the middle of a box. Baselines are on whole pixels, so that all labels of a board are
 * equally crisp. A large leading emoji stands above the height for words; the words are in the middle of that.
 */
export function placeText(
  text: MeasuredText,
  fitted: FittedText & { readonly size: number },
  box: Rect,
  large: LargeEmoji = { size: bigEmojiSize * fitted.size, words: 0 },
): PlacedText {
  const { lines, size, shortened } = fitted;
  const zone = text.emoji && lines.length > 0 ? wordsZone(text, fitted, box, large) : box;
  const first = firstBaseline(text, fitted, zone);
  const placed = lines.map(
    ({ runs, width }, index): PlacedLine => ({
      runs,
      x: box.x + (box.width - width * size) / 2,
      baseline: Math.round(first + index * text.pitch * size),
      width: width * size,
    }),
  );
  const top =
    lines.length > 0 ? zone.y - bigEmojiGap * size - large.size : box.y + (box.height - large.size) / 2;
  const emoji = text.emoji && {
    emoji: text.emoji,
    box: {
      x: Math.round(box.x + (box.width - large.size) / 2),
      y: Math.round(top),
      width: large.size,
      height: large.size,
    },
  };
  return {
    text: text.text,
    size,
    lines: placed,
    ascent: text.ascent * size,
    descent: text.descent * size,
    ...(emoji ? { emoji } : {}),
    shortened,
  };
}

/** Returns the part of a box under its large emoji. */
function wordsZone(
  text: MeasuredText,
  { lines, size }: FittedText & { readonly size: number },
  box: Rect,
  large: LargeEmoji,
): Rect {
  const height = Math.max(large.words, wordsHeight(text, lines.length) * size);
  const emojiRoom = large.size + bigEmojiGap * size;
  const y = box.y + Math.max(0, (box.height - height - emojiRoom) / 2) + emojiRoom;
  return { ...box, y, height };
}

/** Returns where the first line stands so that the lines are in the middle of a box and their ink is inside it. */
function firstBaseline(
  { ascent, descent, pitch, middle }: MeasuredText,
  { lines, size }: FittedText & { readonly size: number },
  box: Rect,
): number {
  const below = Math.max(0, lines.length - 1) * pitch;
  const centred = box.y + (box.height + (middle.ascent - middle.descent - below) * size) / 2;
  const lowest = box.y + box.height - (below + descent) * size;
  return Math.max(box.y + ascent * size, Math.min(centred, lowest));
}

/** Returns the largest size in px of a leading emoji above its words in a box of the given height. */
export function roomForEmoji(
  text: MeasuredText,
  fitted: FittedText & { readonly size: number },
  height: number,
) {
  return height - (wordsHeight(text, fitted.lines.length) + bigEmojiGap) * fitted.size;
}

/** Returns the box without `x` px on its left and right and `y` px above and below. */
export function inset(box: Rect, x: number, y: number): Rect {
  return { x: box.x + x, y: box.y + y, width: box.width - 2 * x, height: box.height - 2 * y };
}
