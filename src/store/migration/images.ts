import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ExponentialBackoff, handleType, retry } from 'cockatiel';
import pLimit from 'p-limit';
import { writeDurably } from '../../files/durable-file.ts';
import { type Format, imageFormats } from '../../model/vocabulary.ts';
import { fileNames } from '../drivers/file/file-names.ts';
import type { S3Client } from '../drivers/s3/client.ts';
import { S3Error } from '../drivers/s3/s3-error.ts';
import { type ImageIds, readImageName } from '../image-id.ts';
import { StoreError } from '../store-error.ts';

/** A folder or bucket with images and perhaps other files. */
export interface ImagePlace {
  /** Returns the sizes of all files, by their names. */
  list(): Promise<ReadonlyMap<string, number>>;
  /** @returns undefined for a file that is gone */
  read(name: string, bytes: number): Promise<Uint8Array | undefined>;
  write(name: string, format: Format, bytes: Uint8Array): Promise<void>;
}

/** What became of the images that have not expired. */
export interface CopiedImages {
  readonly copied: number;
  /** Were in their new place already. */
  readonly present: number;
  /** Do not have the bytes that they were made with, so that they could not be read. */
  readonly damaged: number;
}

const copiesAtOnce = 8;
const attempts = 5;

/**
 * Copies every image that has not expired, and nothing else. An image that is in its new place already with the same
 * size is not copied again, so that copying goes on after a failure.
 *
 * @throws StoreError when S3 fails, Error of the disk
 */
export function copyImages(...copy: Parameters<typeof copyAll>): Promise<CopiedImages> {
  return explained(() => copyAll(...copy));
}

/** Runs a copy. @throws StoreError when S3 fails */
export async function explained<T>(copy: () => Promise<T>): Promise<T> {
  try {
    return await copy();
  } catch (error) {
    if (!(error instanceof S3Error)) throw error;
    throw new StoreError(
      'TIERPRESS_IMAGES',
      `not all images could be copied, since S3 failed (${error.code})`,
      'Nothing else was copied. The same command goes on from there.',
    );
  }
}

async function copyAll(
  from: ImagePlace,
  to: ImagePlace,
  { ids, now }: { readonly ids: ImageIds; readonly now: Date },
): Promise<CopiedImages> {
  const [source, target] = [await from.list(), await to.list()];
  const result = { copied: 0, present: 0, damaged: 0 };
  const copy = async ([name, size]: readonly [string, number]) => {
    const image = readImageName(ids, name);
    if (image === undefined || image.expiresAt <= now) return;
    if (target.get(name) === size) {
      result.present += 1;
      return;
    }
    const bytes = await from.read(name, size);
    if (bytes === undefined || !image.matches(bytes)) {
      result.damaged += 1;
      return;
    }
    await to.write(name, image.format, bytes);
    result.copied += 1;
  };
  await pLimit(copiesAtOnce).map(source, copy);
  return result;
}

/** The images of a data directory. */
export function folderImages(dataDir: string): ImagePlace {
  const folder = join(dataDir, fileNames.images);
  return {
    async list() {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const sizes = new Map<string, number>();
      for (const name of await readdir(folder)) sizes.set(name, (await stat(join(folder, name))).size);
      return sizes;
    },
    read: (name) => readFile(join(folder, name)),
    write: (name, _, bytes) => writeDurably(join(folder, name), bytes),
  };
}

/** Tries a request to S3 several times. */
export const retrying = retry(handleType(S3Error), {
  maxAttempts: attempts - 1,
  backoff: new ExponentialBackoff(),
});

/** The images of an S3 bucket. Each request is tried several times. */
export function s3Images(client: S3Client): ImagePlace {
  return {
    async list() {
      const sizes = new Map<string, number>();
      let after: string | undefined;
      do {
        const page = await retrying.execute(({ signal }) => client.list(after, signal));
        for (const { key, bytes } of page.objects) sizes.set(key, bytes);
        after = page.next;
      } while (after !== undefined);
      return sizes;
    },
    read: (name, bytes) => retrying.execute(async () => (await client.get(name))?.read(bytes)),
    write: (name, format, bytes) =>
      retrying.execute(() => client.put(name, bytes, imageFormats[format].mediaType)),
  };
}
