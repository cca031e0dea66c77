import type { Container } from '@svgdotjs/svg.js';
import { emojiMarkup } from '../text/emoji.ts';
import type { EmojiMark } from './text-marks.ts';

/** Side of an emoji's own coordinate system. Source: Twemoji. */
const emojiSide = 36;

/** Draws a colour emoji as vector art at its place. */
export function drawEmoji(container: Container, { emoji, x, y, size }: EmojiMark): void {
  const scale = Math.round((size / emojiSide) * 1000) / 1000;
  const at = `translate(${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}) scale(${scale})`;
  container
    .group()
    .attr('transform', at)
    .svg(withoutIds(emojiMarkup(emoji.name) ?? ''));
}

/** Drops the few clip paths that Twemoji has: they cut at the edge of the square, and their ids would clash. */
function withoutIds(markup: string): string {
  return markup.replaceAll(/<defs>.*?<\/defs>/g, '').replaceAll(/ clip-path="[^"]*"/g, '');
}
