import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import type { PhotoPixels } from '../model/drawing.ts';
import { photoFolders, tileName } from '../model/photo.ts';
import type { Size } from '../model/vocabulary.ts';
import { preparePhoto } from '../raster/photos/prepare.ts';

/** The cache has no sound file of that picture. */
export class LostPhotoError extends Error {
  override readonly name = 'LostPicture';
}

/** Pixels ready to be drawn, and the bytes of the file that was written for them; 0 where there was one. */
export interface ReadyPhoto {
  readonly pixels: PhotoPixels;
  readonly written: number;
}

/** A tile's file is the SHA-256 of the rest, a byte that says whether it is opaque, and RGBA. */
const digestBytes = 32;
/** Room in memory for some boards full of pictures. */
const recentBytes = 48 * 1024 * 1024;

/** The downloaded pictures in a cache's folder, as pixels. */
export class PhotoFiles {
  readonly #folder: string;
  readonly #recent = new LRUCache<string, PhotoPixels>({
    maxSize: recentBytes,
    sizeCalculation: ({ data }) => data.length,
  });

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * The pixels of a picture in a size: those of a moment ago, or from the file of an earlier time, or decoded and
   * kept for the next.
   *
   * @throws BadPicture when the bytes are none, LostPicture when the file is gone or damaged
   */
  async ready(digest: string, size: Size): Promise<ReadyPhoto> {
    const name = tileName(digest, size);
    const recent = this.#recent.get(name);
    if (recent) return { pixels: recent, written: 0 };
    const file = join(this.#folder, photoFolders.tiles, name);
    const kept = readTile(file, size);
    const pixels = kept ?? (await preparePhoto(readSource(this.#folder, digest), size));
    this.#recent.set(name, pixels);
    return { pixels, written: kept ? 0 : writeTile(file, pixels) };
  }
}

// Files are read and written synchronously: a renderer does one thing at a time, and for files as small as these
// each way through the thread pool takes longer than the file itself.

function readSource(folder: string, digest: string): Uint8Array {
  const bytes = contentOf(join(folder, photoFolders.sources, digest));
  if (bytes === undefined) throw new LostPhotoError('the file is gone');
  if (sha256(bytes).toString('hex') !== digest) throw new LostPhotoError('the file is damaged');
  return bytes;
}

/** Undefined where there is none, or a damaged one. */
function readTile(file: string, size: Size): PhotoPixels | undefined {
  const content = contentOf(file);
  if (content?.length !== digestBytes + 1 + size.width * size.height * 4) return undefined;
  if (!sha256(content.subarray(digestBytes)).equals(content.subarray(0, digestBytes))) return undefined;
  return { ...size, isOpaque: content[digestBytes] === 1, data: content.subarray(digestBytes + 1) };
}

function contentOf(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

/**
 * Answers the bytes written; 0 when the disk takes none, which costs only the next render its time. Whoever reads half a
 * file meanwhile sees by its digest that it is none.
 */
function writeTile(file: string, { data, isOpaque }: PhotoPixels): number {
  const content = Buffer.allocUnsafe(digestBytes + 1 + data.length);
  content[digestBytes] = isOpaque ? 1 : 0;
  content.set(data, digestBytes + 1);
  content.set(sha256(content.subarray(digestBytes)));
  try {
    writeFileSync(file, content, { mode: 0o600 });
    return content.length;
  } catch {
    rmSync(file, { force: true });
    return 0;
  }
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}
