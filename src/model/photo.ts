import type { Size } from './vocabulary.ts';

/** A downloaded photo, with the places at which renderers find it. */
export interface StoredPhoto {
  /** SHA-256 of its bytes, in hex. */
  readonly digest: string;
  /** The file of its bytes. */
  readonly file: string;
  /** The folder of its tiles, which renderers write and read: see `tileName`. */
  readonly tilesFolder: string;
}

/** A photo, or why there is none. */
export type Fetched<Photo = StoredPhoto> = Photo | { readonly problem: string };

/**
 * The formats of photos that are decoded, recognised by content and never by name. Each has a signature in
 * `photos/sniff.ts` and a decoder in `raster/photos/decoders.ts`.
 */
export const photoFormats = {
  jpeg: { name: 'JPEG', mediaType: 'image/jpeg' },
  png: { name: 'PNG', mediaType: 'image/png' },
  webp: { name: 'WebP', mediaType: 'image/webp' },
  gif: { name: 'GIF', mediaType: 'image/gif' },
  avif: { name: 'AVIF', mediaType: 'image/avif' },
} as const;
export type PhotoFormat = keyof typeof photoFormats;

/** A photo and the size in real pixels in which a board shows it. */
export interface PhotoSize extends Size {
  readonly address: string;
}

/** The result of preparing a photo: the bytes of its tile's file, or why it cannot be drawn. */
export type Prepared =
  | { readonly kind: 'prepared'; readonly bytes: number }
  | { readonly kind: 'unusable'; readonly problem: string }
  /** The file in the cache is not what was downloaded; downloading it again helps. */
  | { readonly kind: 'lost' };

/** The photos of one request, held in the cache until they are released. */
export interface HeldPhotos<Photo = StoredPhoto> {
  /** One for each address. */
  readonly outcomes: ReadonlyMap<string, Fetched<Photo>>;
  release(): void;
}

/** Returns what identifies a photo on a board, which may show the same address in two sizes. */
export function photoKey({ address, width, height }: PhotoSize): string {
  return `${width} ${height} ${address}`;
}

/** Returns the name of the file that holds a photo's pixels in a size, in real pixels. */
export function tileName(digest: string, { width, height }: Size): string {
  return `${digest}-${width}x${height}`;
}

/** Match the names of sources and of tiles. */
export const digestPattern = /^[0-9a-f]{64}$/;
export const tilePattern = /^[0-9a-f]{64}-[1-9]\d{0,4}x[1-9]\d{0,4}$/;
