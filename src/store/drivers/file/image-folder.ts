import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { createDurably, removeTemporaries } from '../../../files/durable-file.ts';
import { imageFile } from '../../../model/addresses.ts';
import { hasCode } from '../../../model/error-code.ts';
import { Failure } from '../../../model/failure.ts';
import type { Format } from '../../../model/vocabulary.ts';
import type { ImageStore } from '../../../render/ports.ts';
import {
  claimedExpiry,
  type ImageIds,
  type IssuedImage,
  type NamedImage,
  readImageName,
} from '../../image-id.ts';
import type { ImageReader, StoredImage } from '../../ports.ts';
import { fileNames } from './file-names.ts';

export interface ImageFolderOptions {
  readonly ids: ImageIds;
  readonly now: () => Date;
  /** The bound of all images together. The oldest are removed when a new one exceeds it. */
  readonly maxBytes: number;
  /** Reports images that were removed: because they had `expired` or were `damaged`, or to make `room` for others. */
  readonly onRemoved?: (reason: Removal, count: number) => void;
}

export type Removal = 'expired' | 'room' | 'damaged';

/** How often a full folder is searched for expired images. */
const sweepEveryMs = 60_000;

/** Images as files `<renderId>.<format>` in one folder. */
export class ImageFolder implements ImageStore, ImageReader {
  readonly #folder: string;
  readonly #options: ImageFolderOptions;
  /**
   * The size of each image in bytes, 0 until it is known. Images from before the start come first, by expiry, then those
   * saved since, by age.
   */
  readonly #files = new Map<string, number>();
  /** The images that were read and found sound, with the time of the file's last change then. */
  readonly #sound = new Map<string, number>();
  #bytes = 0;
  #stock: Promise<void> = Promise.resolve();
  /** Removals run one after the other, so that no two count the same image. */
  readonly #inTurn = pLimit(1);
  #sweptAt = 0;

  private constructor(folder: string, options: ImageFolderOptions) {
    this.#folder = folder;
    this.#options = options;
  }

  /** Opens `<dataDir>/images`. It is measured, and expired images are removed, in the background. */
  static async open(dataDir: string, options: ImageFolderOptions): Promise<ImageFolder> {
    const folder = join(dataDir, fileNames.images);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await removeTemporaries(folder);
    const images = new ImageFolder(folder, options);
    const names = (await readdir(folder)).filter((name) => images.#parse(name) !== undefined);
    for (const name of names.sort((a, b) => claimedExpiry(a) - claimedExpiry(b))) images.#files.set(name, 0);
    images.#stock = images.#takeStock(names);
    return images;
  }

  /** The size of all images that have been measured. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Resolves when everything has been measured and expired images are removed. @throws Error of the disk */
  settled(): Promise<void> {
    return this.#stock;
  }

  has(fileName: string): boolean {
    return this.#files.has(fileName);
  }

  async save(bytes: Uint8Array, format: Format, expiresAt: Date): Promise<string> {
    const id = this.#options.ids.issue(bytes, format, expiresAt);
    const name = imageFile(id, format);
    const path = join(this.#folder, name);
    try {
      await createDurably(path, bytes);
      this.#count(name, bytes.length);
      // Only now: an image that cannot be written must cost no other its place.
      await this.#makeRoom();
    } catch (cause) {
      await rm(path, { force: true }).then(
        () => this.#forget(name),
        () => undefined,
      );
      throw new Failure('storeUnavailable', 'The picture could not be saved', { cause, retryAfter: 30 });
    }
    return id;
  }

  async open(fileName: string): Promise<StoredImage> {
    const known = this.#parse(fileName);
    if (known === undefined) throw new Failure('notFound', 'There is no such picture');
    if (known.expiresAt <= this.#options.now()) throw new Failure('gone', 'The picture has expired');
    const { id, format, expiresAt } = known;
    let file: FileHandle | undefined;
    try {
      const opened = await open(join(this.#folder, fileName), 'r');
      file = opened;
      const bytes = await this.#checkedSize(opened, fileName, known);
      const read: StoredImage['read'] = (range) => opened.createReadStream({ start: 0, ...range });
      return { id, format, expiresAt, bytes, read, close: () => opened.close() };
    } catch (cause) {
      await file?.close();
      if (cause instanceof Failure) throw cause;
      if (hasCode(cause, 'ENOENT')) {
        // Also when another program has removed it: the cache must not find it again.
        this.#forget(fileName);
        throw new Failure('gone', 'The picture had to make room for newer ones');
      }
      throw new Failure('storeUnavailable', 'The picture cannot be read now', { cause, retryAfter: 30 });
    }
  }

  /** Removes every expired image, and no other file. @throws Error of the disk */
  async sweep(): Promise<void> {
    await this.#inTurn(() => this.#removeExpired());
  }

  /** Removes expired images, and then the oldest, until the others are within the bound. A full disk is no reason. */
  async #makeRoom(): Promise<void> {
    const isEnough = () => this.#bytes <= this.#options.maxBytes;
    if (isEnough()) return;
    await this.#inTurn(async () => {
      // Images last for days, and searching all names for each new one would cost more than drawing it.
      const isDue = this.#options.now().getTime() - this.#sweptAt >= sweepEveryMs;
      if (isDue) await this.#removeExpired();
      await this.#remove(this.#files.keys(), 'room', isEnough);
    });
  }

  #removeExpired(): Promise<void> {
    const now = this.#options.now().getTime();
    this.#sweptAt = now;
    const expired = [...this.#files.keys()].filter((name) => claimedExpiry(name) <= now);
    return this.#remove(expired, 'expired');
  }

  /** Removes images in order. */
  async #remove(names: Iterable<string>, reason: Removal, isEnough = () => false): Promise<void> {
    let count = 0;
    try {
      for (const name of names) {
        if (isEnough()) break;
        await rm(join(this.#folder, name), { force: true });
        this.#forget(name);
        count += 1;
      }
    } finally {
      if (count > 0) this.#options.onRemoved?.(reason, count);
    }
  }

  /**
   * Returns the size of an image. Compares its bytes with its checksum the first time, and again when the file has
   * changed since. A damaged image is removed, so that the same request draws it again.
   *
   * @throws Failure gone
   */
  async #checkedSize(file: FileHandle, name: string, image: IssuedImage): Promise<number> {
    const { size, ctimeMs } = await file.stat();
    if (this.#sound.get(name) === ctimeMs) return size;
    if (image.mayHaveSize(size)) {
      const { buffer } = await file.read({ buffer: Buffer.alloc(size), position: 0 });
      if (image.matches(buffer)) {
        this.#sound.set(name, ctimeMs);
        return size;
      }
    }
    await this.#inTurn(() => this.#remove([name], 'damaged')).catch(() => this.#forget(name));
    throw new Failure('gone', 'The picture was damaged; the same request draws it again');
  }

  async #takeStock(names: readonly string[]): Promise<void> {
    const damaged: string[] = [];
    try {
      await this.sweep();
    } finally {
      // Also when nothing can be removed, since the bound applies to all images.
      for (const name of names) {
        const file = await stat(join(this.#folder, name)).catch(() => undefined);
        if (file === undefined || !this.#files.has(name)) continue;
        this.#count(name, file.size);
        if (!this.#parse(name)?.mayHaveSize(file.size)) damaged.push(name);
      }
    }
    await this.#inTurn(() => this.#remove(damaged, 'damaged'));
    await this.#makeRoom();
  }

  #count(name: string, bytes: number): void {
    this.#bytes += bytes - (this.#files.get(name) ?? 0);
    this.#files.set(name, bytes);
  }

  #forget(name: string): void {
    this.#bytes -= this.#files.get(name) ?? 0;
    this.#files.delete(name);
    this.#sound.delete(name);
  }

  #parse(fileName: string): NamedImage | undefined {
    return readImageName(this.#options.ids, fileName);
  }
}
