import { gzipSync } from 'node:zlib';
import { etagMatches } from '../../api/http/etag.ts';
import { Failure } from '../../model/failure.ts';
import { acceptsGzip } from '../accepts-gzip.ts';
import type { WebContext } from '../context.ts';

/**
 * Sends an SVG drawing.
 *
 * @param svg a whole SVG file, or undefined when there is none
 * @param tag the ETag without its quotes
 * @throws Failure notFound when there is no drawing
 */
export function sendDrawing(
  ctx: WebContext,
  svg: string | undefined,
  { tag, maxAgeSeconds }: { readonly tag: string; readonly maxAgeSeconds: number },
): void {
  if (svg === undefined) throw new Failure('notFound', 'There is nothing at this address');
  const isGzipped = acceptsGzip(ctx);
  const etag = `"${tag}${isGzipped ? '-gzip' : ''}"`;
  ctx.set('ETag', etag);
  ctx.set('Cache-Control', `public, max-age=${maxAgeSeconds}`);
  ctx.set('X-Content-Type-Options', 'nosniff');
  ctx.set('Content-Security-Policy', "default-src 'none'; img-src data:");
  if (etagMatches(ctx.get('If-None-Match'), etag)) {
    ctx.status = 304;
    return;
  }
  ctx.type = 'image/svg+xml';
  if (isGzipped) ctx.set('Content-Encoding', 'gzip');
  ctx.body = isGzipped ? gzipSync(svg) : svg;
}
