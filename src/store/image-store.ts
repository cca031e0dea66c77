import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { imageFile } from '../model/addresses.ts';
import { Failure } from '../model/failure.ts';
import { type Format, formats } from '../model/words.ts';
import type { ImageStore } from '../render/ports.ts';
import { hasCode, removeTemporaries, writeDurably } from './durable-file.ts';
import { type ImageIds, looksIssued, orderOfExpiry } from './image-id.ts';
import type { ImageReader, StoredImage } from './image-reader.ts';

export interface ImageFolderOptions {
  readonly ids: ImageIds;
  readonly now: () => Date;
  /** What all pictures together may take. When a new one finds no room, the oldest go. */
  readonly maxBytes: number;
  /** Told of pictures that have gone: with their time (`expired`), or before it for want of `room`. */
  readonly onRemoved?: (reason: Removal, count: number) => void;
}

export type Removal = 'expired' | 'room';

/** Pictures as files `<renderId>.<format>` in one folder. */
export class ImageFolder implements ImageStore, ImageReader {
  readonly #folder: string;
  readonly #options: ImageFolderOptions;
  /** Bytes of each picture, the one that expires first in front. */
  readonly #files = new Map<string, number>();
  #bytes = 0;
  #stock: Promise<void> = Promise.resolve();

  private constructor(folder: string, options: ImageFolderOptions) {
    this.#folder = folder;
    this.#options = options;
  }

  /** Opens `<dataDir>/images`. What it holds is measured, and what has expired removed, while it is used already. */
  static async open(dataDir: string, options: ImageFolderOptions): Promise<ImageFolder> {
    const folder = join(dataDir, 'images');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await removeTemporaries(folder);
    const images = new ImageFolder(folder, options);
    const names = (await readdir(folder)).filter(looksIssued);
    for (const name of names.sort(orderOfExpiry)) images.#files.set(name, 0);
    images.#stock = images.#takeStock(names);
    return images;
  }

  /** What all pictures take, as far as they have been measured. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Resolves when everything has been measured and what has expired is gone. @throws Error of the disk */
  settled(): Promise<void> {
    return this.#stock;
  }

  has(fileName: string): boolean {
    return this.#files.has(fileName);
  }

  async save(bytes: Uint8Array, format: Format, expiresAt: Date): Promise<string> {
    const id = this.#options.ids.issue(format, expiresAt);
    const name = imageFile(id, format);
    try {
      await this.#makeRoom(bytes.length);
      await this.#write(name, bytes);
    } catch (cause) {
      throw new Failure('storeUnavailable', 'The picture could not be saved', { cause, retryAfter: 30 });
    }
    return id;
  }

  async open(fileName: string): Promise<StoredImage> {
    const known = this.#parse(fileName);
    if (known === undefined) throw new Failure('notFound', 'There is no such picture');
    if (known.expiresAt <= this.#options.now()) throw new Failure('gone', 'The picture has expired');
    let file: FileHandle;
    try {
      file = await open(join(this.#folder, fileName), 'r');
    } catch (cause) {
      if (hasCode(cause, 'ENOENT')) {
        // Also when somebody else has removed it: then it must not be answered from the cache again.
        this.#forget(fileName);
        throw new Failure('gone', 'The picture had to make room for newer ones');
      }
      throw new Failure('storeUnavailable', 'The picture cannot be read now', { cause, retryAfter: 30 });
    }
    try {
      return { ...known, bytes: (await file.stat()).size, file };
    } catch (cause) {
      await file.close();
      throw new Failure('storeUnavailable', 'The picture cannot be read now', { cause, retryAfter: 30 });
    }
  }

  /** Removes every expired picture; what is not ours is left alone. */
  async sweep(): Promise<void> {
    const now = this.#options.now();
    let removed = 0;
    for (const name of [...this.#files.keys()]) {
      const image = this.#parse(name);
      if (image === undefined) this.#forget(name);
      else if (image.expiresAt <= now) {
        await this.#remove(name);
        removed += 1;
      }
    }
    if (removed > 0) this.#options.onRemoved?.('expired', removed);
  }

  /** Counted before it is written, so that what is written at the same moment finds the room taken. */
  async #write(name: string, bytes: Uint8Array): Promise<void> {
    const path = join(this.#folder, name);
    this.#count(name, bytes.length);
    try {
      await writeDurably(path, bytes).catch(async (error: unknown) => {
        if (!hasCode(error, 'ENOSPC')) throw error;
        // The disk is fuller than the setting says: something else is on it, too.
        await this.#removeOldest(2 * bytes.length, name);
        await writeDurably(path, bytes);
      });
    } catch (error) {
      this.#forget(name);
      throw error;
    }
  }

  async #makeRoom(bytes: number): Promise<void> {
    const excess = this.#bytes + bytes - this.#options.maxBytes;
    if (excess > 0) await this.#removeOldest(excess);
  }

  /** Removes pictures from the one that expires first on, until so many bytes are free. */
  async #removeOldest(bytes: number, except?: string): Promise<void> {
    const now = this.#options.now();
    const going: { readonly name: string; readonly expired: boolean }[] = [];
    let freed = 0;
    for (const [name, size] of this.#files) {
      if (freed >= bytes) break;
      const image = this.#parse(name);
      if (image === undefined || name === except) continue;
      going.push({ name, expired: image.expiresAt <= now });
      freed += size;
      this.#forget(name);
    }
    for (const { name } of going) await rm(join(this.#folder, name), { force: true });
    const expired = going.filter((image) => image.expired).length;
    if (expired > 0) this.#options.onRemoved?.('expired', expired);
    if (going.length > expired) this.#options.onRemoved?.('room', going.length - expired);
  }

  async #remove(name: string): Promise<void> {
    this.#forget(name);
    await rm(join(this.#folder, name), { force: true });
  }

  async #takeStock(names: readonly string[]): Promise<void> {
    await this.sweep();
    for (const name of names) {
      if (!this.#files.has(name)) continue;
      const file = await stat(join(this.#folder, name)).catch(() => undefined);
      if (file === undefined) this.#forget(name);
      else if (this.#files.has(name)) this.#count(name, file.size);
    }
    await this.#makeRoom(0);
  }

  #count(name: string, bytes: number): void {
    this.#bytes += bytes - (this.#files.get(name) ?? 0);
    this.#files.set(name, bytes);
  }

  #forget(name: string): void {
    this.#bytes -= this.#files.get(name) ?? 0;
    this.#files.delete(name);
  }

  #parse(fileName: string): Pick<StoredImage, 'id' | 'format' | 'expiresAt'> | undefined {
    const [id = '', extension, ...rest] = fileName.split('.');
    const format = formats.find((candidate) => candidate === extension);
    if (format === undefined || rest.length > 0) return undefined;
    const expiresAt = this.#options.ids.expiryOf(id, format);
    return expiresAt && { id, format, expiresAt };
  }
}
