import {
  bigEmojiGap,
  bigEmojiSize,
  type FittedText,
  type MeasuredText,
  wordsHeight,
} from '../text/measure.ts';
import type { PlacedLine, PlacedText, Rect } from './placed.ts';

/**
 * Puts fitted lines into the middle of a box. Baselines stand on whole pixels, so that all labels of a board
 * are equally crisp. `emojiSize` is the size of a large leading emoji in px.
 */
export function placeText(
  text: MeasuredText,
  fitted: FittedText & { readonly size: number },
  box: Rect,
  emojiSize = bigEmojiSize * fitted.size,
): PlacedText {
  const { lines, size, shortened } = fitted;
  const words = lines.length === 0 ? 0 : wordsHeight(text, lines.length) * size;
  const gap = text.emoji && lines.length > 0 ? bigEmojiGap * size : 0;
  const emojiRoom = text.emoji ? emojiSize + gap : 0;
  const top = box.y + (box.height - words - emojiRoom) / 2;
  const placed = lines.map(
    ({ runs, width }, index): PlacedLine => ({
      runs,
      x: box.x + (box.width - width * size) / 2,
      baseline: Math.round(top + emojiRoom + (text.ascent + index * text.pitch) * size),
      width: width * size,
    }),
  );
  const emoji = text.emoji && {
    emoji: text.emoji,
    box: {
      x: Math.round(box.x + (box.width - emojiSize) / 2),
      y: Math.round(top),
      width: emojiSize,
      height: emojiSize,
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

/** The largest size in px a leading emoji can have above its words in a box of that height. */
export function roomForEmoji(
  text: MeasuredText,
  fitted: FittedText & { readonly size: number },
  height: number,
) {
  if (fitted.lines.length === 0) return height;
  return height - (wordsHeight(text, fitted.lines.length) + bigEmojiGap) * fitted.size;
}

/** The box without `x` px on its left and right and `y` px above and below. */
export function inset(box: Rect, x: number, y: number): Rect {
  return { x: box.x + x, y: box.y + y, width: box.width - 2 * x, height: box.height - 2 * y };
}
