import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import type { PhotoPixels } from '../model/drawing.ts';
import { type StoredPhoto, tileName } from '../model/photo.ts';
import type { Size } from '../model/vocabulary.ts';
import { preparePhoto } from '../raster/photos/prepare.ts';

/** The file of a photo is missing or damaged. */
export class LostPhotoError extends Error {
  override readonly name = 'LostPhotoError';
}

/** Pixels to draw, and the size in bytes of the tile file written for them; 0 when none was written. */
export interface ReadyPhoto {
  readonly pixels: PhotoPixels;
  readonly written: number;
}

/**
 * A tile file begins with the SHA-256 of everything after it. A byte follows that says whether the tile is opaque,
 * then RGBA.
 */
const digestBytes = 32;
/** Enough memory for a few boards full of photos. */
const recentBytes = 48 * 1024 * 1024;

/** Reads downloaded photos as pixels. The most recent stay in memory, the others in their tile files. */
export class PhotoFiles {
  readonly #recent = new LRUCache<string, PhotoPixels>({
    maxSize: recentBytes,
    sizeCalculation: ({ data }) => data.length,
  });

  /**
   * Returns the pixels of a photo in a size: from memory, from the tile file, or decoded and stored for the next
   * call.
   *
   * @throws UnusablePhotoError when the bytes are not a photo, LostPhotoError when their file is missing or damaged
   */
  async ready(photo: StoredPhoto, size: Size): Promise<ReadyPhoto> {
    const file = join(photo.tilesFolder, tileName(photo.digest, size));
    const recent = this.#recent.get(file);
    if (recent) return { pixels: recent, written: 0 };
    const stored = readTile(file, size);
    const pixels = stored ?? (await preparePhoto(readSource(photo), size));
    this.#recent.set(file, pixels);
    return { pixels, written: stored ? 0 : writeTile(file, pixels) };
  }
}

// Files are read and written synchronously: a renderer does one thing at a time, and for files this small a trip
// through the thread pool takes longer than the file itself.

function readSource({ file, digest }: StoredPhoto): Uint8Array {
  const bytes = contentOf(file);
  if (bytes === undefined) throw new LostPhotoError('the file is missing');
  if (sha256(bytes).toString('hex') !== digest) throw new LostPhotoError('the file is damaged');
  return bytes;
}

/** Returns undefined when the file is missing or damaged. */
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
 * Returns the number of bytes written, or 0 when the disk rejects the write: then the next render decodes the photo
 * again. A reader recognises a half-written file by its digest.
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
