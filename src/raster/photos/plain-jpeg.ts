import type { Size } from '../../model/vocabulary.ts';

/**
 * Sharp is faster for larger photos, which it decodes at a half to an eighth of their size. For small photos its
 * fixed cost exceeds that of a full decoding.
 */
const maxPixels = 300_000;

/** Segments that do not affect the pixels: tables, restarts, comments, JFIF, and editors' metadata. */
const skipped: ReadonlySet<number> = new Set([0xc4, 0xdb, 0xdd, 0xfe, 0xe0, 0xec, 0xed]);
const baseline = 0xc0;
const extended = 0xc1;
const startOfScan = 0xda;

/**
 * Returns the size of a small plain JPEG, as most on the web are: complete, sequential, three components of 8 bits,
 * without Exif orientation and colour profile. Returns undefined for any other bytes (ITU-T T.81, annex B).
 */
export function plainJpegSize(bytes: Uint8Array): Size | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isWhole =
    bytes.length > 4 && view.getUint16(0) === 0xffd8 && view.getUint16(bytes.length - 2) === 0xffd9;
  if (!isWhole) return undefined;
  let size: Size | undefined;
  for (let at = 2; at + 10 <= bytes.length; at += 2 + view.getUint16(at + 2)) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1] ?? 0;
    if (marker === startOfScan) return size;
    if (marker === baseline || marker === extended) {
      size = frameSize(view, at);
      if (size === undefined) return undefined;
    } else if (!skipped.has(marker)) return undefined;
  }
  return undefined;
}

function frameSize(view: DataView, at: number): Size | undefined {
  const [bits, height, width, components] = [
    view.getUint8(at + 4),
    view.getUint16(at + 5),
    view.getUint16(at + 7),
    view.getUint8(at + 9),
  ];
  const isPlain = bits === 8 && components === 3 && width > 0 && height > 0 && width * height <= maxPixels;
  return isPlain ? { width, height } : undefined;
}

/**
 * Decodes a JPEG that `plainJpegSize` accepts. The result covers `size`, is cropped around its middle, and is opaque
 * RGBA. Returns undefined if the JPEG cannot be decoded, or if there is no decoder for this platform.
 */
export async function decodePlainJpeg(
  bytes: Uint8Array,
  { width, height }: Size,
): Promise<Uint8Array | undefined> {
  // Loaded with the first photo that needs it.
  const decoder = await import('@napi-rs/image').catch(() => undefined);
  if (decoder === undefined) return undefined;
  const { Transformer, FastResizeFilter, ResizeFit } = decoder;
  try {
    const pixels = new Transformer(bytes)
      .fastResize({ width, height, filter: FastResizeFilter.Lanczos3, fit: ResizeFit.Cover })
      .rawPixelsSync();
    return pixels.length === width * height * 4 ? pixels : undefined;
  } catch {
    return undefined;
  }
}
