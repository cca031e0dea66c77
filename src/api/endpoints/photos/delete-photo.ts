import { Failure } from '../../../model/failure.ts';
import { isPhotoId } from '../../../model/photo.ts';
import type { Accounts, UploadedPhotos } from '../../../store/ports.ts';
import { doneAnswerSchema } from '../../wire/common-answers.ts';
import { defineEndpoint } from '../define-endpoint.ts';
import { exampleDeleteKey, photoParam } from './examples.ts';
import { noSuchPhoto } from './get-photo.ts';

interface DeletePhotoPorts {
  readonly photos: Pick<UploadedPhotos, 'find' | 'isDeleteKey' | 'remove'>;
  readonly accounts: Pick<Accounts, 'find'>;
}

export const deletePhoto = defineEndpoint({
  method: 'DELETE',
  path: '/api/v1/photos/:id',
  auth: 'keyOrPage',
  docs: {
    name: 'deletePhoto',
    tag: 'Photos',
    summary: 'Delete an uploaded photo',
    description:
      'For the account that uploaded it, for admins, and for anyone with the `deleteKey` of a visitor. Finished images ' +
      'that show it stay until they expire.',
  },
  params: photoParam,
  requestHeaders: {
    'Delete-Key': {
      description:
        "The `deleteKey` from the answer to a visitor's upload. With it, no other authentication is needed.",
      example: exampleDeleteKey,
    },
  },
  answers: {
    200: { description: 'Deleted.', schema: doneAnswerSchema },
    403: 'The photo is of another account, the `Delete-Key` is another one, or a page of another origin asks.',
    404: 'There is no such photo, or it has been deleted already.',
  },
  handle:
    ({ photos, accounts }: DeletePhotoPorts) =>
    async ({ ctx, params: { id } }) => {
      const deleteKey = ctx.get('Delete-Key');
      const { identity } = ctx.state;
      if (identity === undefined && deleteKey === '') {
        throw new Failure('unauthorized', 'An API key, a session or the Delete-Key is required');
      }
      const photo = isPhotoId(id) ? await photos.find(id) : undefined;
      if (photo === undefined) throw noSuchPhoto();
      const isAllowed =
        (photo.accountId === undefined && photos.isDeleteKey(id, deleteKey)) ||
        (identity !== undefined && photo.accountId === identity.accountId) ||
        (identity !== undefined && (await accounts.find(identity.accountId))?.admin === true);
      if (!isAllowed) throw new Failure('forbidden', 'Only the uploader of a photo may delete it');
      await photos.remove(id);
      return { success: true };
    },
});
