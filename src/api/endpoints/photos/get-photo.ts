import { Failure } from '../../../model/failure.ts';
import { isPhotoId } from '../../../model/photo.ts';
import type { UploadedPhotos } from '../../../store/ports.ts';
import { notModified } from '../../http/etag.ts';
import { defineEndpoint } from '../define-endpoint.ts';
import { examplePhotoId } from './examples.ts';

const headers = ['ETag', 'Cache-Control', 'X-Content-Type-Options'] as const;

/** Only the caches of clients keep a photo, and not for long, because it may be deleted. */
const cacheControl = 'private, max-age=3600';

export const getPhoto = defineEndpoint({
  method: 'GET',
  path: '/photos/:file',
  auth: 'none',
  docs: {
    name: 'getPhoto',
    tag: 'Photos',
    summary: 'Fetch an uploaded photo',
    description: 'Anyone who knows its id may fetch it. This keeps it from being deleted for another while.',
  },
  params: { file: { description: '`<id>.webp`', example: `${examplePhotoId}.webp` } },
  answers: {
    200: { description: 'The photo.', headers, content: { 'image/webp': {} } },
    304: { description: 'The client has the photo.', headers },
    404: 'There is no such photo, or it has been deleted.',
    503: 'The photo cannot be read at the moment.',
  },
  handle:
    ({ photos }: { readonly photos: Pick<UploadedPhotos, 'find'> }) =>
    async ({ ctx, params: { file } }) => {
      const id = file.endsWith('.webp') ? file.slice(0, -'.webp'.length) : '';
      const photo = isPhotoId(id) ? await photos.find(id) : undefined;
      if (photo === undefined) throw noSuchPhoto();
      ctx.set('X-Content-Type-Options', 'nosniff');
      ctx.set('Cache-Control', cacheControl);
      if (notModified(ctx, `"${photo.digest}"`)) return;
      const bytes = await photo.read();
      if (bytes === undefined) throw noSuchPhoto();
      ctx.type = 'image/webp';
      ctx.body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    },
});

export function noSuchPhoto(): Failure {
  return new Failure('notFound', 'There is no such photo');
}
