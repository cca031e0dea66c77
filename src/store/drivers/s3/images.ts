import { Readable } from 'node:stream';
import { imageFile } from '../../../model/addresses.ts';
import { Failure } from '../../../model/failure.ts';
import { rememberLast } from '../../../model/lru.ts';
import { type Format, imageFormats } from '../../../model/vocabulary.ts';
import type { ImageStore } from '../../../render/ports.ts';
import { type ImageIds, type NamedImage, readImageName } from '../../image-id.ts';
import type { ImageReader, StoredImage } from '../../ports.ts';
import type { S3Answer } from './answer.ts';
import { type ByteRange, callWithinMs, type S3Client } from './client.ts';
import type { Guard } from './guard.ts';
import { S3Error } from './s3-error.ts';

export interface S3ImagesOptions {
  readonly client: S3Client;
  readonly ids: ImageIds;
  readonly now: () => Date;
  /** Reading and writing fail apart from each other: a full bucket still serves its images. */
  readonly guards: { readonly read: Guard; readonly write: Guard };
  readonly onDamaged: () => void;
}

/** A larger image is not compared with its checksum but only with its size, since that takes it whole into memory. */
const maxCheckedBytes = 4 * 1024 * 1024;
/** An image that is deleted because it is damaged: its reader waits for it. */
const deleteWithinMs = 500;
const retryAfter = 5;
const maxRemembered = 100_000;

/** What is needed to read an image that S3 has. */
interface Found {
  readonly bytes: number;
  read(range?: ByteRange): Readable;
  drop(): void;
}

/**
 * Images as objects `<renderId>.<format>` of an S3 bucket. An image is compared with its checksum when it is first read,
 * and again when its ETag has changed since. A whole image takes one request, a part of it two.
 */
export class S3Images implements ImageStore, ImageReader {
  readonly #options: S3ImagesOptions;
  /** The images that were read and found sound, with their ETag and size then. */
  readonly #sound = rememberLast<string, { readonly etag: string; readonly bytes: number }>(maxRemembered);
  /** The images that were missing or damaged. */
  readonly #gone = rememberLast<string, true>(maxRemembered);
  /** The size of all images, as the last sweep has measured it, and those saved since. */
  bytes = 0;

  constructor(options: S3ImagesOptions) {
    this.#options = options;
  }

  /** Returns false for an image that was not found or was damaged. */
  has(fileName: string): boolean {
    return !this.#gone.has(fileName);
  }

  async save(bytes: Uint8Array, format: Format, expiresAt: Date): Promise<string> {
    const { client, ids, guards } = this.#options;
    const id = ids.issue(bytes, format, expiresAt);
    const { mediaType } = imageFormats[format];
    try {
      await guards.write(() => client.put(imageFile(id, format), bytes, mediaType));
    } catch (cause) {
      throw new Failure('storeUnavailable', 'The picture could not be saved', { cause, retryAfter });
    }
    this.bytes += bytes.length;
    return id;
  }

  async open(fileName: string, { isWhole } = { isWhole: true }): Promise<StoredImage> {
    const { ids, now, guards } = this.#options;
    const image = readImageName(ids, fileName);
    if (image === undefined) throw new Failure('notFound', 'There is no such picture');
    if (image.expiresAt <= now()) throw new Failure('gone', 'The picture has expired');
    let found: Found | 'missing' | 'damaged';
    try {
      found = await guards.read(
        async () => (isWhole ? undefined : await this.#head(fileName)) ?? (await this.#get(fileName, image)),
      );
    } catch (cause) {
      throw new Failure('storeUnavailable', 'The picture cannot be read now', { cause, retryAfter });
    }
    if (found === 'missing' || found === 'damaged') throw await this.#forget(fileName, found);
    this.#gone.delete(fileName);
    const { id, format, expiresAt } = image;
    const { bytes, read, drop } = found;
    return { id, format, expiresAt, bytes, read, close: async () => drop() };
  }

  /** Finds an image that is known to be sound, without fetching it. */
  async #head(name: string): Promise<Found | undefined> {
    const sound = this.#sound.get(name);
    if (sound === undefined) return undefined;
    const answer = await this.#options.client.head(name);
    if (answer?.etag !== sound.etag) return undefined;
    return { bytes: sound.bytes, read: (range) => this.#readLater(name, range), drop: () => undefined };
  }

  async #get(name: string, image: NamedImage): Promise<Found | 'missing' | 'damaged'> {
    const answer = await this.#options.client.get(name);
    if (answer === undefined) return 'missing';
    const { etag } = answer;
    const sound = this.#sound.get(name);
    if (sound !== undefined && sound.etag === etag) return this.#streamed(name, answer, sound.bytes);
    const size = answer.bytes;
    if (size !== undefined && !image.mayHaveSize(size)) {
      answer.drop();
      return 'damaged';
    }
    if (size === undefined || size > maxCheckedBytes) {
      if (size !== undefined) return this.#streamed(name, answer, size);
      answer.drop();
      throw new S3Error('NoLength');
    }
    const whole = await answer.read(size);
    if (!image.matches(whole)) return 'damaged';
    this.#sound.set(name, { etag, bytes: size });
    const read = ({ start, end }: ByteRange = { start: 0, end: size }) =>
      Readable.from([whole.subarray(start, end + 1)], { objectMode: false });
    return { bytes: size, read, drop: () => undefined };
  }

  #streamed(name: string, answer: S3Answer, bytes: number): Found {
    return {
      bytes,
      read: (range) => {
        if (range === undefined) return answer.stream(callWithinMs);
        answer.drop();
        return this.#readLater(name, range);
      },
      drop: () => answer.drop(),
    };
  }

  /** Streams a part of an image, or all of it, with a request of its own. */
  #readLater(name: string, range?: ByteRange): Readable {
    const { client, guards } = this.#options;
    return Readable.from(
      (async function* () {
        const answer = await guards.read(() => client.get(name, range));
        if (answer?.status !== (range ? 206 : 200)) {
          answer?.drop();
          throw new S3Error('NoRange');
        }
        yield* answer.stream(callWithinMs);
      })(),
      { objectMode: false },
    );
  }

  /** Lets the cache forget an image, and deletes a damaged one. */
  async #forget(name: string, why: 'missing' | 'damaged'): Promise<Failure> {
    this.#gone.set(name, true);
    this.#sound.delete(name);
    if (why === 'missing') return new Failure('gone', 'The picture was deleted before its time');
    this.#options.onDamaged();
    await this.#options.client.delete(name, deleteWithinMs).catch(() => undefined);
    return new Failure('gone', 'The picture was damaged; the same request draws it again');
  }
}
