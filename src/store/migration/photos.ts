import { hash } from 'node:crypto';
import pLimit from 'p-limit';
import { openPhotoFolder } from '../drivers/file/photo-folder.ts';
import type { StoredPhoto } from '../drivers/file/photo-records.ts';
import { S3Client } from '../drivers/s3/client.ts';
import type { Guard } from '../drivers/s3/guard.ts';
import { s3Photos } from '../drivers/s3/photos.ts';
import { explained, retrying } from './images.ts';
import type { Migration } from './migration.ts';
import type { StoredState } from './state.ts';

const copiesAtOnce = 8;

/**
 * Copies the bytes of uploaded photos between the data directory and S3, unless they are in their new place already. Does
 * nothing for a migration without S3.
 *
 * @returns the state with the photos that are there now
 * @throws StoreError when S3 fails, Error of the disk
 */
export async function copyPhotos(
  state: StoredState,
  { s3, dataDir, warn }: Migration,
  target: 'folder' | 's3',
): Promise<StoredState> {
  if (s3 === undefined) return state;
  const { photos } = state;
  const guard: Guard = (call) => retrying.execute(call);
  const bucket = s3Photos(new S3Client(s3.address, s3.credentials), { read: guard, write: guard });
  const folder = await openPhotoFolder(dataDir);
  const [from, to] = target === 's3' ? [folder, bucket] : [bucket, folder];
  const copy = async ({ n: name, d: digest }: StoredPhoto) => {
    const isPhoto = (bytes: Uint8Array | undefined) =>
      bytes !== undefined && hash('sha256', bytes) === digest;
    if (isPhoto(await to.get(name))) return true;
    const bytes = await from.get(name);
    if (bytes === undefined || !isPhoto(bytes)) return false;
    await to.put(name, bytes);
    return true;
  };
  const isThere = await explained(() => pLimit(copiesAtOnce).map(photos, copy));
  const copied = photos.filter((_, index) => isThere[index]);
  if (copied.length < photos.length)
    warn(`uploaded photos that are damaged were left out: ${photos.length - copied.length}`);
  return { ...state, photos: copied };
}
