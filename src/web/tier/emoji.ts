import { isKnown } from '../../api/known-tag.ts';
import { Failure } from '../../model/failure.ts';
import type { WebContext } from '../context.ts';

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
  if (svg === undefined) throw new Failure('notFound', 'There is nothing at this address');
  const etag = `"${svg.length.toString(36)}-${file}"`;
  ctx.set('ETag', etag);
  ctx.set('Cache-Control', `public, max-age=${keptForSeconds}`);
  ctx.set('X-Content-Type-Options', 'nosniff');
  ctx.set('Content-Security-Policy', "default-src 'none'");
  if (isKnown(ctx.get('If-None-Match'), etag)) {
    ctx.status = 304;
    return;
  }
  ctx.type = 'image/svg+xml';
  ctx.body = svg;
}
