import type { PhotoFormat } from '../model/photo.ts';

/**
 * What kind of picture the bytes begin as, whatever a name or a header says; undefined when none that is
 * decoded. It says what the bytes claim to be, not that they can be decoded.
 *
 * Signatures: JPEG, ITU-T T.81 annex B; PNG 3rd edition section 5.2; GIF89a section 17; WebP, RFC 9649
 * section 2.3; AVIF 1.1 section 6 over ISO/IEC 14496-12 section 4.3.
 */
export function sniffPhotoFormat(bytes: Uint8Array): PhotoFormat | undefined {
  const start = latin1(bytes, 0, 12);
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (start.startsWith('GIF87a') || start.startsWith('GIF89a')) return 'gif';
  if (start.startsWith('RIFF') && start.slice(8) === 'WEBP') return 'webp';
  if (start.slice(4, 8) === 'ftyp' && hasAvifBrand(bytes)) return 'avif';
  return undefined;
}

/** More than any real file uses, so that a box that claims to be the whole file costs nothing. */
const longestFileTypeBox = 2048;

/** The box: its length in four bytes, `ftyp`, the major brand, a version that is no brand, compatible brands. */
function hasAvifBrand(bytes: Uint8Array): boolean {
  const length = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0);
  const end = Math.min(length, bytes.length, longestFileTypeBox);
  for (let at = 8; at + 4 <= end; at += 4) {
    const brand = latin1(bytes, at, at + 4);
    if (at !== 12 && (brand === 'avif' || brand === 'avis')) return true;
  }
  return false;
}

/** A character for each byte. */
function latin1(bytes: Uint8Array, start: number, end: number): string {
  return String.fromCharCode(...bytes.subarray(start, end));
}
