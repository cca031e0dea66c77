import { alternatives } from '../../../model/alternatives.ts';
import { Failure } from '../../../model/failure.ts';
import { imageFormats } from '../../../model/vocabulary.ts';
import type { ImageReader, StoredImage } from '../../../store/ports.ts';
import type { ApiContext } from '../../http/context.ts';
import { etagMatches, notModified } from '../../http/etag.ts';
import { requestedRange } from '../../http/range.ts';
import { defineEndpoint } from '../define-endpoint.ts';
import { renderAnswerExamples } from './examples.ts';

export interface ImagePorts {
  readonly images: ImageReader;
  readonly now: () => Date;
}

/** An SVG that is opened by itself is a page: it may do nothing but show itself. */
const svgPolicy = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:";

const headers = ['ETag', 'Cache-Control', 'X-Content-Type-Options', 'Accept-Ranges'] as const;
const content = Object.fromEntries(Object.values(imageFormats).map(({ mediaType }) => [mediaType, {}]));
const fileNames = Object.values(imageFormats).map(({ extension }) => `\`<renderId>.${extension}\``);

/** An image never changes, so its id is its ETag. */
export const getImage = defineEndpoint({
  method: 'GET',
  path: '/images/:file',
  auth: 'none',
  isFrequent: true,
  docs: {
    name: 'getImage',
    tag: 'Rendering',
    summary: 'Fetch an image',
    description:
      'Anyone who has the address may fetch it. An image never changes; conditional requests and ranges work.',
    head: { name: 'checkImage', summary: 'Check an image without fetching it' },
  },
  params: {
    file: {
      description: `${alternatives(fileNames)}, the end of \`imagePath\`.`,
      example: renderAnswerExamples.custom.value.imagePath.replace('/images/', ''),
    },
  },
  answers: {
    200: { description: 'The image.', headers, content },
    206: { description: 'The requested part.', headers: [...headers, 'Content-Range'], content },
    304: { description: 'The client has the image.', headers },
    404: 'There never was an image at this address.',
    410: 'The image has expired.',
    416: 'The range lies outside the image.',
    503: 'The image cannot be read at the moment.',
  },
  handle:
    (ports: ImagePorts) =>
    ({ ctx, params }) =>
      sendStored(ctx, params.file, ports),
});

/**
 * Sends a stored image.
 *
 * @param cacheControl absent: the image is cached for as long as it is stored
 */
export async function sendStored(
  ctx: ApiContext,
  file: string,
  { images, now }: ImagePorts,
  cacheControl?: string,
): Promise<void> {
  const image = await images.open(file, { isWhole: willReadAll(ctx, file) });
  try {
    sendImage(ctx, image, cacheControl ?? `public, max-age=${secondsLeft(image, now())}, immutable`);
  } finally {
    // The stream closes the image itself.
    if (ctx.body === undefined || ctx.body === null) await image.close();
  }
}

/** Whether an error says that an image is not stored any more. Such an image is forgotten, and can be drawn again. */
export function isGone(error: unknown): boolean {
  return error instanceof Failure && error.code === 'gone';
}

function secondsLeft({ expiresAt }: StoredImage, now: Date): number {
  return Math.max(0, Math.floor((expiresAt.getTime() - now.getTime()) / 1000));
}

function sendImage(ctx: ApiContext, image: StoredImage, cacheControl: string): void {
  const etag = `"${image.id}"`;
  ctx.set('Cache-Control', cacheControl);
  ctx.set('X-Content-Type-Options', 'nosniff');
  ctx.set('Accept-Ranges', 'bytes');
  if (image.format === 'svg') ctx.set('Content-Security-Policy', svgPolicy);
  if (notModified(ctx, etag)) return;
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
  ctx.set('Content-Range', `bytes ${range.start}-${range.end}/${image.bytes}`);
  ctx.length = range.end - range.start + 1;
  ctx.body = image.read(range);
}

/** Guesses whether the whole image will be sent. A wrong guess costs time. */
function willReadAll(ctx: ApiContext, file: string): boolean {
  const isCached = etagMatches(ctx.get('If-None-Match'), `"${file.split('.')[0]}"`);
  return ctx.method === 'GET' && !isCached && ctx.get('Range') === '';
}

/** Returns whether the `Range` header applies to this version of the image (`If-Range`: RFC 9110, 13.1.5). */
function rangeApplies(condition: string, etag: string): boolean {
  return condition === '' || condition === etag;
}
