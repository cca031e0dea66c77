import contentType from 'content-type';
import { alternatives } from '../../../model/alternatives.ts';
import { Failure } from '../../../model/failure.ts';
import { limits } from '../../../model/limits.ts';
import { photoFormats, type SavedPhoto, storedPhotoSide } from '../../../model/photo.ts';
import type { ApiContext } from '../../http/context.ts';
import { RequestDeadline } from '../../http/request-deadline.ts';
import { readBytes } from '../../middleware/body.ts';
import { photoAnswerSchema } from '../../wire/photos.ts';
import { defineEndpoint } from '../define-endpoint.ts';
import { exampleDeleteKey, examplePhotoId } from './examples.ts';

export interface UploadPhotoPorts {
  /** Takes a photo in, which it reads when there is memory for it. */
  readonly uploadPhoto: (upload: {
    readonly owner: string;
    readonly read: () => Promise<Uint8Array>;
    readonly signal: AbortSignal;
  }) => Promise<SavedPhoto>;
  /** The time limit of a request, in milliseconds. */
  readonly renderWithinMs: number;
}

const mediaTypes = Object.values(photoFormats).map(({ mediaType }) => mediaType);

const example = {
  success: true,
  id: examplePhotoId,
  width: 1024,
  height: 768,
  expiresAt: '2026-02-01T12:00:00.000Z',
} as const;

export const uploadPhoto = defineEndpoint({
  method: 'POST',
  path: '/api/v1/photos',
  auth: 'keyOrPage',
  docs: {
    name: 'uploadPhoto',
    tag: 'Photos',
    summary: 'Upload a photo',
    description:
      'The body is the photo itself. It is stored without metadata, upright and with at most ' +
      `${storedPhotoSide} pixels on the longer side, and deleted when it has been neither drawn nor shown for a while. ` +
      'An item `{"type": "photo", "id": "…"}` draws it; anyone who knows the id may do so, and no one can guess it.\n\n' +
      'The same photo of the same account has the same id. On the pages of the service visitors upload without an ' +
      'account; their answer has a `deleteKey`. Uploads cost no quota, but there is a limit for each day.',
  },
  file: { mediaTypes, maxBytes: limits.uploadBytes },
  answers: {
    200: {
      description: 'The photo is stored.',
      schema: photoAnswerSchema,
      examples: {
        account: { summary: 'With a key', value: example },
        visitor: { summary: 'From a page, by a visitor', value: { ...example, deleteKey: exampleDeleteKey } },
      },
    },
    400: {
      when: 'The photo is damaged, too large in pixels, or none.',
      message: 'photo: the picture is damaged',
    },
    408: 'The photo took too long to arrive.',
    429: 'Too many photos were uploaded today; `Retry-After` says when to try again.',
    503: 'There is no capacity at the moment, or the photo cannot be stored.',
  },
  handle:
    ({ uploadPhoto: upload, renderWithinMs }: UploadPhotoPorts) =>
    async ({ ctx }) => {
      const { identity } = ctx.state;
      if (identity === undefined) {
        throw new Failure('unauthorized', 'An API key is required, except on the pages of the service');
      }
      requirePhoto(ctx);
      const deadline = new RequestDeadline(ctx, renderWithinMs);
      try {
        const { expiresAt, ...photo } = await upload({
          owner: identity.accountId,
          read: () => readBytes(ctx, limits.uploadBytes),
          signal: deadline.signal,
        });
        return { success: true, ...photo, expiresAt: expiresAt.toISOString() };
      } finally {
        deadline.end();
      }
    },
});

/** @throws Failure unsupportedMediaType */
function requirePhoto({ req }: ApiContext): void {
  const { 'content-type': header = '', 'content-encoding': encoding = 'identity' } = req.headers;
  if (!mediaTypes.some((type) => type === typeOf(header))) {
    throw new Failure('unsupportedMediaType', `The Content-Type must be ${alternatives(mediaTypes)}`);
  }
  if (encoding.trim().toLowerCase() !== 'identity') {
    throw new Failure('unsupportedMediaType', 'The body must not be compressed (Content-Encoding)');
  }
}

function typeOf(header: string): string | undefined {
  try {
    return contentType.parse(header).type;
  } catch {
    return undefined;
  }
}
