import { imageFormats, type Size } from './vocabulary.ts';

/** A photo in the cache, with the paths where renderers find it. */
export interface StoredPhoto {
  /** SHA-256 of its bytes, in hex. */
  readonly digest: string;
  /** The file of its bytes. */
  readonly file: string;
  /** The folder of its tiles, which renderers read and write: see `tileName`. */
  readonly tilesFolder: string;
}

/** A photo, or the problem with it. */
export type Fetched<Photo = StoredPhoto> = Photo | { readonly problem: string };

/**
 * The photo formats that are decoded, recognised by content and never by name. Each has a signature in
 * `photos/sniff.ts` and a decoder in `raster/photos/decoders.ts`.
 */
export const photoFormats = {
  jpeg: { name: 'JPEG', mediaType: 'image/jpeg' },
  png: imageFormats.png,
  webp: imageFormats.webp,
  gif: { name: 'GIF', mediaType: 'image/gif' },
  avif: { name: 'AVIF', mediaType: 'image/avif' },
} as const;
export type PhotoFormat = keyof typeof photoFormats;

/** Matches the id of an uploaded photo, which stands on a board in place of an address. */
export const photoIdPattern = /^photo_[\w-]{32}$/;

export function isPhotoId(address: string): boolean {
  return photoIdPattern.test(address);
}

/** The longer side of an uploaded photo as it is stored, in pixels. */
export const storedPhotoSide = 1024;

/** An uploaded photo as it is stored: a WebP without metadata. */
export interface ReencodedPhoto extends Size {
  readonly bytes: Uint8Array;
}

/** The result of encoding an uploaded photo again, or the reason why it cannot be used. */
export type Reencoded = ReencodedPhoto | { readonly problem: string };

/** What a client learns of a photo that it has uploaded. */
export interface SavedPhoto extends Size {
  readonly id: string;
  /** When it is deleted, unless it is drawn or shown before. */
  readonly expiresAt: Date;
  /** For a visitor: allows deleting it. */
  readonly deleteKey?: string;
}

/** A photo and its size on a board, in real pixels. */
export interface PhotoSize extends Size {
  readonly address: string;
}

/**
 * The result of preparing a photo: the size of the tile's file in bytes, or the reason why the photo cannot be drawn.
 */
export type Prepared =
  | { readonly kind: 'prepared'; readonly bytes: number }
  | { readonly kind: 'unusable'; readonly problem: string }
  /** The file in the cache differs from the download; downloading the photo again helps. */
  | { readonly kind: 'lost' };

/** A photo encoded for a viewer, with the size in bytes of the tile's file, or the reason why there is none. */
export type EncodedPhoto =
  | { readonly kind: 'encoded'; readonly webp: Uint8Array; readonly bytes: number }
  | Exclude<Prepared, { readonly kind: 'prepared' }>;

/** The photos of one request, held in the cache until they are released. */
export interface HeldPhotos<Photo = StoredPhoto> {
  /** One for each address. */
  readonly outcomes: ReadonlyMap<string, Fetched<Photo>>;
  release(): void;
}

/** Returns the identity of a photo on a board, which may show the same address in two sizes. */
export function photoKey({ address, width, height }: PhotoSize): string {
  return `${width} ${height} ${address}`;
}

/** Returns the name of the file with a photo's pixels at a size, in real pixels. */
export function tileName(digest: string, { width, height }: Size): string {
  return `${digest}-${width}x${height}`;
}

/** Match the names of sources and of tiles. */
export const digestPattern = /^[0-9a-f]{64}$/;
export const tilePattern = /^[0-9a-f]{64}-[1-9]\d{0,4}x[1-9]\d{0,4}$/;
