import { Failure } from '../model/failure.ts';
import type { HeldPhotos } from '../model/photo.ts';
import type { PhotoSource } from './ports.ts';

/** A file that turns out to be damaged is downloaded again in another round. */
export const maxRounds = 3;

/**
 * @throws Failure storeUnavailable when the cache cannot be written, or the failure of the store of uploaded photos; the
 *   reason of the signal once it is aborted
 */
export async function downloadPhotos(
  addresses: readonly string[],
  photos: Pick<PhotoSource, 'fetchAll'>,
  signal: AbortSignal | undefined,
): Promise<HeldPhotos> {
  try {
    return await photos.fetchAll(addresses, signal);
  } catch (cause) {
    signal?.throwIfAborted();
    if (cause instanceof Failure) throw cause;
    throw new Failure('storeUnavailable', 'the pictures could not be kept', { cause, retryAfter: 5 });
  }
}
