import type { Size } from './vocabulary.ts';

/** What came of getting one picture: the SHA-256 of its bytes in hex, which names its file, or why there is none. */
export type Fetched = { readonly digest: string } | { readonly problem: string };

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

/** A picture of a board and the size in real pixels in which the board shows it. */
export interface PhotoSize extends Size {
  readonly address: string;
}

/** What came of making a picture ready: the bytes its file takes, or why it cannot be drawn. */
export type Prepared =
  | { readonly kind: 'prepared'; readonly bytes: number }
  | { readonly kind: 'unusable'; readonly problem: string }
  /** The file in the cache is not what was downloaded; getting it anew helps. */
  | { readonly kind: 'lost' };

/** The pictures of one request, held in the cache until they are released. */
export interface HeldPhotos {
  /** One for each address that was asked for. */
  readonly outcomes: ReadonlyMap<string, Fetched>;
  release(): void;
}

/** What tells pictures of a board apart: the same address may be shown in two sizes. */
export function photoKey({ address, width, height }: PhotoSize): string {
  return `${width} ${height} ${address}`;
}

/** Below the folder of downloaded pictures: their bytes, named by digest, and their pixels, named by `tileName`. */
export const photoFolders = { sources: 'sources', tiles: 'tiles' } as const;

/** The file of a picture's pixels in a size, in real pixels. */
export function tileName(digest: string, { width, height }: Size): string {
  return `${digest}-${width}x${height}`;
}

/** Names of the two kinds of files, whole. */
export const digestPattern = /^[0-9a-f]{64}$/;
export const tilePattern = /^[0-9a-f]{64}-[1-9]\d{0,4}x[1-9]\d{0,4}$/;
