import { hash } from 'node:crypto';
import type { Art } from '../model/board.ts';
import type { FigureMark } from '../model/drawing.ts';
import type { Size } from '../model/vocabulary.ts';
import type { Emoji } from '../text/emoji.ts';
import type { Color, Theme } from '../themes/theme.ts';
import { artOn } from './art-document.ts';
import { emojiGroup } from './emoji.ts';
import { tenth } from './shapes.ts';
import { type EmojiMark, type ReplacementMark, replacementPath, type TextMarks } from './text-marks.ts';

/** Returns the replacement boxes, the emoji and the art of a text. */
export function figureMarks({ emoji, boxes }: TextMarks, { colors }: Theme): FigureMark[] {
  return [
    ...boxes.map(replacementFigure),
    ...emoji.map((mark) =>
      'kind' in mark.emoji ? artFigure(mark.emoji, mark, colors.tile) : emojiFigure(mark.emoji, mark),
    ),
  ];
}

function replacementFigure({ x, baseline, size, color }: ReplacementMark): FigureMark {
  const { frame, corner } = frameOf({ x, y: baseline - size, size }, 0);
  const path = replacementPath({ x: corner.x, baseline: corner.y + size, size });
  const svg = `<path d="${path}" fill="${color}"/>`;
  return { ...frame, name: svg, svg: () => documentOf(frame, svg) };
}

/** The share of an emoji's side by which its contour, and some drawings, go beyond its square. */
const emojiMargin = 0.08;

function emojiFigure(emoji: Emoji, mark: EmojiMark): FigureMark {
  const { frame, corner } = frameOf(mark, emojiMargin * mark.size);
  const group = emojiGroup(emoji, { ...mark, ...corner });
  return { ...frame, name: group.name, svg: () => documentOf(frame, group.svg()) };
}

function artFigure(art: Art, { x, y, size, ink }: EmojiMark, tile: Color): FigureMark {
  const { frame, corner } = frameOf({ x, y, size }, 0);
  const place = { x: tenth(corner.x), y: tenth(corner.y), size: tenth(size), ink, tile };
  const name = hash('sha256', JSON.stringify([art, place]), 'base64url');
  return { ...frame, name, svg: () => artOn(frame, art, place) };
}

/** Returns a rectangle of whole pixels around a square with a margin, and the square's corner in it. */
function frameOf(
  { x, y, size }: { readonly x: number; readonly y: number; readonly size: number },
  margin: number,
) {
  const left = Math.floor(x - margin);
  const top = Math.floor(y - margin);
  const side = Math.ceil(size + 2 * margin) + 1;
  return {
    frame: { x: left, y: top, width: side, height: side },
    corner: { x: x - left, y: y - top },
  };
}

function documentOf({ width, height }: Size, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`;
}
