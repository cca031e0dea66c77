import { createHash, randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PicturePixels } from '../model/drawing.ts';
import type { Size } from '../model/words.ts';
import { preparePicture } from '../raster/pictures/prepare.ts';
import { tileName } from './tile-name.ts';

/** The cache has no sound file of that picture. */
export class LostPicture extends Error {
  override readonly name = 'LostPicture';
}

/** Pixels ready to be drawn, and the bytes of the file that was written for them; 0 where there was one. */
export interface ReadyPicture {
  readonly pixels: PicturePixels;
  readonly written: number;
}

/** Where downloaded pictures lie under the cache's folder, each named by the SHA-256 of its bytes in hex. */
const sources = 'sources';
/** Where pixels of one size lie: `<digest>-<width>x<height>`, their SHA-256, a byte for opaque, and RGBA. */
const tiles = 'tiles';
const digestBytes = 32;

/**
 * The pixels of a downloaded picture in a size: from the file of an earlier time, or decoded and kept for the next.
 *
 * @throws BadPicture when the bytes are none, LostPicture when the file is gone or damaged
 */
export async function readyPicture(folder: string, digest: string, size: Size): Promise<ReadyPicture> {
  const file = join(folder, tiles, tileName(digest, size));
  const kept = await readTile(file, size);
  if (kept) return { pixels: kept, written: 0 };
  const pixels = await preparePicture(await readSource(folder, digest), size);
  return { pixels, written: await writeTile(file, pixels) };
}

async function readSource(folder: string, digest: string): Promise<Uint8Array> {
  const bytes = await readFile(join(folder, sources, digest)).catch((cause: unknown) => {
    throw new LostPicture('the file is gone', { cause });
  });
  if (sha256(bytes).toString('hex') !== digest) throw new LostPicture('the file is damaged');
  return bytes;
}

/** Undefined where there is none, or a damaged one. */
async function readTile(file: string, size: Size): Promise<PicturePixels | undefined> {
  const content = await readFile(file).catch(() => undefined);
  if (content?.length !== digestBytes + 1 + size.width * size.height * 4) return undefined;
  if (!sha256(content.subarray(digestBytes)).equals(content.subarray(0, digestBytes))) return undefined;
  return { ...size, isOpaque: content[digestBytes] === 1, data: content.subarray(digestBytes + 1) };
}

/** Answers the bytes written; 0 when the disk takes none, which costs only the next render its time. */
async function writeTile(file: string, { data, isOpaque }: PicturePixels): Promise<number> {
  const body = Buffer.concat([Buffer.from([isOpaque ? 1 : 0]), data]);
  const content = Buffer.concat([sha256(body), body]);
  const temporary = `${file}.${randomUUID()}.tmp`;
  try {
    await writeFile(temporary, content, { mode: 0o600 });
    await rename(temporary, file);
    return content.length;
  } catch {
    return 0;
  }
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}
