import type { FairSemaphore } from '../flow/fair-semaphore.ts';
import { Failure, invalid } from '../model/failure.ts';
import type { PhotoSize } from '../model/photo.ts';
import { downloadPhotos, maxRounds } from './download-photos.ts';
import type { Caller, PhotoSource, SvgRenderer, UnchargedWork } from './ports.ts';
import type { PreviewAllowance } from './preview.ts';

export interface PreviewPhotoDeps {
  readonly photos: Pick<PhotoSource, 'refusal' | 'missing' | 'fetchAll' | 'drop' | 'recordTile'>;
  readonly unchargedWork: Pick<UnchargedWork, 'countDownloads'>;
  readonly allowance: PreviewAllowance;
  /** Other slots than those of renders, which never wait for a preview. */
  readonly slots: FairSemaphore;
  readonly renderer: Pick<SvgRenderer, 'encodePhoto'>;
}

interface PhotoCall {
  readonly photo: PhotoSize;
  readonly caller: Pick<Caller, 'accountId'>;
  readonly signal: AbortSignal;
}

/**
 * Returns a photo of a preview as WebP, in the size and the crop in which a render draws it. The photo is downloaded as for
 * a render, and never passed on as its host sent it.
 *
 * @throws Failure invalidRequest with the problem of a photo that cannot be had; quotaExceeded beyond the caller's allowance
 *   of previews or photos; storeUnavailable; the renderer's own error; the reason of the signal
 */
export async function previewPhoto(call: PhotoCall, deps: PreviewPhotoDeps): Promise<Uint8Array> {
  const { photo, caller, signal } = call;
  const owner = caller.accountId;
  deps.allowance.previews.check(owner);
  deps.allowance.cpuMs.check(owner);
  const refusal = deps.photos.refusal(photo.address);
  if (refusal !== undefined) throw invalid('', refusal);
  await deps.unchargedWork.countDownloads(owner, deps.photos.missing([photo.address]));
  const release = await deps.slots.acquire(owner, signal);
  try {
    return await downloadAndEncode(call, deps);
  } catch (error) {
    if (error instanceof Failure && error.code === 'invalidRequest') deps.allowance.previews.count(owner);
    throw error;
  } finally {
    release();
  }
}

async function downloadAndEncode(
  { photo: { address, ...size }, caller: { accountId: owner }, signal }: PhotoCall,
  { photos, allowance, renderer }: PreviewPhotoDeps,
): Promise<Uint8Array> {
  const onCpuTime = (ms: number) => allowance.cpuMs.count(owner, ms);
  for (let round = 1; round <= maxRounds; round++) {
    const held = await downloadPhotos([address], photos, signal);
    try {
      const stored = held.outcomes.get(address);
      if (stored === undefined) throw new Error('a photo without an outcome');
      if ('problem' in stored) throw invalid('', stored.problem);
      const encoded = await renderer.encodePhoto(stored, size, { owner, signal, priority: 'low', onCpuTime });
      if (encoded.kind === 'unusable') throw invalid('', encoded.problem);
      if (encoded.kind === 'encoded') {
        photos.recordTile(stored.digest, size, encoded.bytes);
        return encoded.webp;
      }
      await photos.drop(stored.digest);
    } finally {
      held.release();
    }
  }
  throw new Failure('storeUnavailable', 'the photo could not be kept', { retryAfter: 1 });
}
