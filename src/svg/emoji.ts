import type { Container } from '@svgdotjs/svg.js';
import { type Emoji, emojiMarkup } from '../text/emoji.ts';
import type { EmojiMark } from './text-marks.ts';

/** Side of an emoji's own coordinate system. Source: Twemoji. */
const emojiSide = 36;

/**
 * Marks the place of a colour emoji in the scene. Its drawing is put there once the scene is text: parsing it only
 * to write it out again would take longer than all the rest of the scene.
 */
export function placeEmoji(container: Container, emoji: Emoji, { x, y, size }: EmojiMark): void {
  const scale = Math.round((size / emojiSide) * 1000) / 1000;
  const at = `translate(${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}) scale(${scale})`;
  container.group().attr({ transform: at, 'data-emoji': emoji.name });
}

const places = / data-emoji="([0-9a-f-]+)"><\/g>/g;

/** Puts the vector drawings where `placeEmoji` has marked their places. */
export function drawEmoji(scene: string): string {
  return scene.replace(places, (_, name: string) => `>${withoutIds(emojiMarkup(name) ?? '')}</g>`);
}

/** Drops the few clip paths that Twemoji has: they cut at the edge of the square, and their ids would clash. */
function withoutIds(markup: string): string {
  return markup.replaceAll(/<defs>.*?<\/defs>/g, '').replaceAll(/ clip-path="[^"]*"/g, '');
}
