import { type FileHandle, mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../model/failure.ts';
import { type Format, formats } from '../model/words.ts';
import type { ImageStore } from '../render/ports.ts';
import { hasCode, removeTemporaries, writeDurably } from './durable-file.ts';
import type { ImageIds } from './image-id.ts';
import type { ImageReader, StoredImage } from './image-reader.ts';

/** Pictures as files `<renderId>.<format>` in one folder. */
export class ImageFolder implements ImageStore, ImageReader {
  readonly #folder: string;
  readonly #ids: ImageIds;
  readonly #now: () => Date;

  private constructor(folder: string, ids: ImageIds, now: () => Date) {
    this.#folder = folder;
    this.#ids = ids;
    this.#now = now;
  }

  /** Opens `<dataDir>/images` and removes what no longer belongs there. */
  static async open(dataDir: string, ids: ImageIds, now: () => Date): Promise<ImageFolder> {
    const folder = join(dataDir, 'images');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const images = new ImageFolder(folder, ids, now);
    await removeTemporaries(folder);
    await images.sweep();
    return images;
  }

  async save(bytes: Uint8Array, format: Format, expiresAt: Date): Promise<string> {
    const id = this.#ids.issue(format, expiresAt);
    try {
      await writeDurably(join(this.#folder, `${id}.${format}`), bytes);
    } catch (cause) {
      throw new Failure('storeUnavailable', 'The picture could not be saved', { cause, retryAfter: 30 });
    }
    return id;
  }

  async open(fileName: string): Promise<StoredImage> {
    const known = this.#parse(fileName);
    if (known === undefined) throw new Failure('notFound', 'There is no such picture');
    if (known.expiresAt <= this.#now()) throw new Failure('gone', 'The picture has expired');
    let file: FileHandle;
    try {
      file = await open(join(this.#folder, fileName), 'r');
    } catch (cause) {
      if (hasCode(cause, 'ENOENT')) throw new Failure('notFound', 'There is no such picture');
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
    const now = this.#now();
    for (const name of await readdir(this.#folder)) {
      const image = this.#parse(name);
      if (image !== undefined && image.expiresAt <= now) await rm(join(this.#folder, name), { force: true });
    }
  }

  #parse(fileName: string): Pick<StoredImage, 'id' | 'format' | 'expiresAt'> | undefined {
    const [id = '', extension, ...rest] = fileName.split('.');
    const format = formats.find((candidate) => candidate === extension);
    if (format === undefined || rest.length > 0) return undefined;
    const expiresAt = this.#ids.expiryOf(id, format);
    return expiresAt && { id, format, expiresAt };
  }
}
