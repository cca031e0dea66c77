import { keysOf } from '../model/keys-of.ts';
import type { PhotoFormat } from '../model/photo.ts';

/**
 * Signatures of each format: JPEG, ITU-T T.81 annex B; PNG 3rd edition section 5.2; GIF89a section 17; WebP, RFC 9649
 * section 2.3; AVIF 1.1 section 6 over ISO/IEC 14496-12 section 4.3.
 *
 * `start` holds the first twelve bytes, a character each.
 */
const signatures: Readonly<Record<PhotoFormat, (start: string, bytes: Uint8Array) => boolean>> = {
  jpeg: (start) => start.startsWith('\xff\xd8\xff'),
  png: (start) => start.startsWith('\x89PNG\r\n\x1a\n'),
  webp: (start) => start.startsWith('RIFF') && start.slice(8) === 'WEBP',
  gif: (start) => start.startsWith('GIF87a') || start.startsWith('GIF89a'),
  avif: (start, bytes) => start.slice(4, 8) === 'ftyp' && hasAvifBrand(bytes),
};
const formats = keysOf(signatures);

/**
 * Returns the format by the first bytes, ignoring names and headers, or undefined when the format is not supported.
 * The rest of the file may still be damaged.
 */
export function sniffPhotoFormat(bytes: Uint8Array): PhotoFormat | undefined {
  const start = latin1(bytes, 0, 12);
  return formats.find((format) => signatures[format](start, bytes));
}

/** More than any real file uses. The limit bounds the cost of a box that claims to be the whole file. */
const longestFileTypeBox = 2048;

/**
 * Reads an `ftyp` box: its length in four bytes, `ftyp`, the major brand, a version (not a brand), compatible brands.
 */
function hasAvifBrand(bytes: Uint8Array): boolean {
  const length = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0);
  const end = Math.min(length, bytes.length, longestFileTypeBox);
  for (let at = 8; at + 4 <= end; at += 4) {
    const brand = latin1(bytes, at, at + 4);
    if (at !== 12 && (brand === 'avif' || brand === 'avis')) return true;
  }
  return false;
}

/** Returns a character for each byte. */
function latin1(bytes: Uint8Array, start: number, end: number): string {
  return String.fromCharCode(...bytes.subarray(start, end));
}
