import type { WebContext } from '../context.ts';
import { sendDrawing } from './drawing.ts';

/** Drawings of emoji by name. */
export interface EmojiDrawings {
  /** Returns undefined for a text that is not one emoji, or an emoji without a drawing. */
  nameOf(emoji: string): string | undefined;
  /** Returns an SVG file. */
  svg(name: string): string | undefined;
}

export function emojiPath(name: string): string {
  return `/emoji/${name}.svg`;
}

const maxAgeSeconds = 7 * 24 * 60 * 60;

/** Answers `GET /emoji/<name>.svg`. */
export function sendEmoji(ctx: WebContext, drawings: EmojiDrawings, file: string): void {
  const svg = file.endsWith('.svg') ? drawings.svg(file.slice(0, -'.svg'.length)) : undefined;
  sendDrawing(ctx, svg, { tag: `${svg?.length.toString(36)}-${file}`, maxAgeSeconds });
}
