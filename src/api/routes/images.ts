import { Failure } from '../../model/failure.ts';
import { imageFormats } from '../../model/vocabulary.ts';
import type { ImageReader, StoredImage } from '../../store/ports.ts';
import type { ApiContext } from '../http/context.ts';
import { etagMatches } from '../http/etag.ts';
import { requestedRange } from '../http/range.ts';

/** `GET|HEAD /images/<renderId>.<format>`. A picture never changes, so its id is its ETag. */
export function getImage(images: ImageReader, now: () => Date) {
  return async (ctx: ApiContext, fileName: string): Promise<void> => {
    const image = await images.open(fileName);
    try {
      answer(ctx, image, now());
    } finally {
      // The stream closes the image itself.
      if (ctx.body === undefined || ctx.body === null) await image.close();
    }
  };
}

function answer(ctx: ApiContext, image: StoredImage, now: Date): void {
  const secondsLeft = Math.max(0, Math.floor((image.expiresAt.getTime() - now.getTime()) / 1000));
  ctx.status = 200;
  const etag = `"${image.id}"`;
  ctx.set('ETag', etag);
  ctx.set('Cache-Control', `public, max-age=${secondsLeft}, immutable`);
  ctx.set('X-Content-Type-Options', 'nosniff');
  ctx.set('Accept-Ranges', 'bytes');
  if (etagMatches(ctx.get('If-None-Match'), etag)) {
    ctx.status = 304;
    return;
  }
  const range =
    ctx.method === 'GET' && rangeApplies(ctx.get('If-Range'), etag)
      ? requestedRange(ctx.get('Range'), image.bytes)
      : 'all';
  if (range === 'unsatisfiable') {
    ctx.set('Content-Range', `bytes */${image.bytes}`);
    throw new Failure('rangeNotSatisfiable', `The range lies outside the picture of ${image.bytes} bytes`);
  }
  ctx.type = imageFormats[image.format].mediaType;
  if (range === 'all') {
    ctx.length = image.bytes;
    if (ctx.method === 'GET') ctx.body = image.read();
    return;
  }
  ctx.status = 206;
  ctx.set('Content-Range', `bytes ${range.first}-${range.last}/${image.bytes}`);
  ctx.length = range.last - range.first + 1;
  ctx.body = image.read({ start: range.first, end: range.last });
}

/** `If-Range` asks for the part only of the picture that the client already has (RFC 9110, 13.1.5). */
function rangeApplies(condition: string, etag: string): boolean {
  return condition === '' || condition === etag;
}
