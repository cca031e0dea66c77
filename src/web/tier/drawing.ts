import { gzipSync } from 'node:zlib';
import { etagMatches } from '../../api/http/etag.ts';
import { Failure } from '../../model/failure.ts';
import type { WebContext } from '../context.ts';

/**
 * Answers with a drawing for a page.
 *
 * @param svg a whole SVG file, or undefined for none
 * @param tag what its ETag says, without the quotes
 * @param keptForSeconds how long it is good without asking
 */
export function sendDrawing(
  ctx: WebContext,
  svg: string | undefined,
  { tag, keptForSeconds }: { readonly tag: string; readonly keptForSeconds: number },
): void {
  if (svg === undefined) throw new Failure('notFound', 'There is nothing at this address');
  const isShort = ctx.acceptsEncodings('gzip', 'identity') === 'gzip';
  const etag = `"${tag}${isShort ? '-gzip' : ''}"`;
  ctx.set('ETag', etag);
  ctx.vary('Accept-Encoding');
  ctx.set('Cache-Control', `public, max-age=${keptForSeconds}`);
  ctx.set('X-Content-Type-Options', 'nosniff');
  ctx.set('Content-Security-Policy', "default-src 'none'; img-src data:");
  if (etagMatches(ctx.get('If-None-Match'), etag)) {
    ctx.status = 304;
    return;
  }
  ctx.type = 'image/svg+xml';
  if (isShort) ctx.set('Content-Encoding', 'gzip');
  ctx.body = isShort ? gzipSync(svg) : svg;
}
