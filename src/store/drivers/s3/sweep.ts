import pLimit from 'p-limit';
import { claimedExpiry, type ImageIds, readImageName } from '../../image-id.ts';
import { callWithinMs, type S3Client } from './client.ts';

/** Deletions at a time. */
const deletionsAtOnce = 4;
/** Ten million objects: a listing without an end must not go on for ever. */
const maxPages = 10_000;

/**
 * Deletes the expired images of the folder, and nothing else. Several replicas may do so at once.
 *
 * @returns the size of the images that are left, and the number of those deleted
 * @throws S3Error
 */
export async function sweepImages(
  client: Pick<S3Client, 'list' | 'delete'>,
  ids: ImageIds,
  now: Date,
  signal: AbortSignal,
): Promise<{ readonly bytes: number; readonly removed: number }> {
  const limit = pLimit(deletionsAtOnce);
  let [bytes, removed] = [0, 0];
  let after: string | undefined;
  for (let page = 0; page < maxPages; page++) {
    const { objects, next } = await client.list(after, signal);
    const ours = objects.filter(({ key }) => readImageName(ids, key) !== undefined);
    const expired = ours.filter(({ key }) => claimedExpiry(key) <= now.getTime());
    await limit.map(expired, ({ key }) => client.delete(key, callWithinMs, signal));
    removed += expired.length;
    for (const object of ours) bytes += object.bytes;
    for (const object of expired) bytes -= object.bytes;
    if (next === undefined) break;
    after = next;
  }
  return { bytes, removed };
}
