import type { FairSemaphore } from '../flow/fair-semaphore.ts';
import { Failure, invalid } from '../model/failure.ts';
import type { Reencoded, ReencodedPhoto, SavedPhoto } from '../model/photo.ts';
import { isVisitor } from '../model/visitor.ts';
import { sniffPhotoFormat } from './sniff.ts';

export interface Upload {
  /** An account or a visitor. */
  readonly owner: string;
  /** Reads the file. It is called when there is memory for it. */
  readonly read: () => Promise<Uint8Array>;
  readonly signal: AbortSignal;
}

interface UploadDeps {
  /** Bounds the files in memory. */
  readonly slots: FairSemaphore;
  readonly encoder: {
    reencodePhoto(bytes: Uint8Array, call: Pick<Upload, 'owner' | 'signal'>): Promise<Reencoded>;
  };
  readonly store: { save(photo: ReencodedPhoto, accountId?: string): Promise<SavedPhoto> };
  /** Counts an upload. @throws Failure quotaExceeded */
  readonly count: (owner: string) => Promise<{ giveBack(): Promise<void> }>;
}

/**
 * Returns a function that takes a photo in: reads it, counts it, decodes it under the rules of downloads and encodes it in
 * a renderer, and stores it. What fails for a reason of the caller's counts, too, once a renderer has worked on it.
 */
export function photoUploads({ slots, encoder, store, count }: UploadDeps) {
  return async ({ owner, read, signal }: Upload): Promise<SavedPhoto> => {
    const release = await slots.acquire(owner, signal);
    try {
      const bytes = await read();
      if (sniffPhotoFormat(bytes) === undefined) throw unusable('not a picture that can be read');
      const charge = await count(owner);
      try {
        const encoded = await encoder.reencodePhoto(bytes, { owner, signal });
        if ('problem' in encoded) throw unusable(encoded.problem);
        return await store.save(encoded, isVisitor(owner) ? undefined : owner);
      } catch (error) {
        if (!(error instanceof Failure && error.code === 'invalidRequest')) await charge.giveBack();
        throw error;
      }
    } finally {
      release();
    }
  };
}

function unusable(problem: string): Failure {
  return invalid('photo', problem);
}
