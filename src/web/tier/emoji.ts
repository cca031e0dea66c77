import type { WebContext } from '../context.ts';
import { sendDrawing } from './drawing.ts';

/** Drawings of emoji, each under a name. */
export interface EmojiDrawings {
  /** @returns undefined for what is not one emoji, or has no drawing */
  nameOf(emoji: string): string | undefined;
  /** A whole SVG file. */
  svg(name: string): string | undefined;
}

export function emojiPath(name: string): string {
  return `/emoji/${name}.svg`;
}

const keptForSeconds = 7 * 24 * 60 * 60;

/** `GET /emoji/<name>.svg` */
export function sendEmoji(ctx: WebContext, drawings: EmojiDrawings, file: string): void {
  const svg = file.endsWith('.svg') ? drawings.svg(file.slice(0, -'.svg'.length)) : undefined;
  sendDrawing(ctx, svg, { tag: `${svg?.length.toString(36)}-${file}`, keptForSeconds });
}
