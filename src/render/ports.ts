import type { Picture, RenderOrder } from '../model/board.ts';
import type { HeldPictures, PictureSize, Prepared } from '../model/picture.ts';
import type { Format, Size } from '../model/words.ts';

/** For each address of a board's pictures the digest that names its file. */
export type PictureDigests = Readonly<Record<string, string>>;

/** Draws and encodes. Each rejects with `rendererFailed` when it could not be done in time or at all. */
export interface Renderer {
  render(order: RenderOrder, digests: PictureDigests): Promise<Picture>;
  /** The pictures that an order shows, each once in each size. */
  pictureSizes(order: RenderOrder): Promise<readonly PictureSize[]>;
  /** Decodes a downloaded picture to a size and keeps the result, so that drawing it costs next to nothing. */
  preparePicture(digest: string, size: Size): Promise<Prepared>;
}

/** Gets pictures from the web and keeps them a while. */
export interface PictureSource {
  /** Every address once, each with its picture or its problem. Rejects when the cache cannot be written. */
  fetchAll(addresses: readonly string[]): Promise<HeldPictures>;
  /** A file in the cache is not what was downloaded. */
  drop(digest: string): Promise<void>;
  /** A renderer has kept a picture in a size. */
  noteTile(digest: string, size: Size, bytes: number): void;
}

/** Keeps finished pictures. What `save` has answered survives a crash. */
export interface ImageStore {
  /** Stores the bytes until `expiresAt` and answers with the new renderId: opaque, not guessable. */
  save(bytes: Uint8Array, format: Format, expiresAt: Date): Promise<string>;
}
