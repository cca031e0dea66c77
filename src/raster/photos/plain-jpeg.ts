import type { Size } from '../../model/vocabulary.ts';

/** Sharp is faster for larger photos. For small ones its fixed cost exceeds that of decoding. */
const maxPixels = 1_000_000;
/** The decoders treat chroma at the edges differently, which shows in images of a few pixels. */
const minSide = 16;

/** Segments that do not affect the pixels: comments, JFIF, and editors' metadata. */
const skipped: ReadonlySet<number> = new Set([0xfe, 0xe0, 0xec, 0xed]);
const baseline = 0xc0;
const extended = 0xc1;
const huffmanCodes = 0xc4;
const startOfScan = 0xda;
const quantisations = 0xdb;
const restartInterval = 0xdd;

/** The sampling of the first component, horizontally and vertically; that of the others is 1 × 1. */
const samplings: ReadonlySet<number> = new Set([0x11, 0x12, 0x21, 0x22]);

/** A Huffman code (ITU-T T.81, annex C). */
export interface HuffmanCode {
  /** The number of codes of each length, 1 to 16. */
  readonly counts: Uint8Array;
  readonly symbols: Uint8Array;
}

/** A component of a scan: its blocks in an MCU, its codes, and its quantisers in zigzag order. */
interface ScanComponent {
  readonly columns: number;
  readonly rows: number;
  readonly dc: HuffmanCode;
  readonly ac: HuffmanCode;
  readonly quantisation: Uint8Array;
}

export interface PlainJpeg extends Size {
  /** The size of the image in MCUs. */
  readonly mcus: Size;
  /** The number of MCUs between restart markers, or 0. */
  readonly restart: number;
  readonly components: readonly ScanComponent[];
  /** The entropy-coded data up to the end of the image. */
  readonly data: Uint8Array;
}

interface Frame extends Size {
  readonly sampling: number;
  readonly components: readonly { readonly id: number; readonly quantisation: number }[];
}

/**
 * Returns the header of a small plain JPEG, as most on the web are: complete, sequential, three components of 8 bits
 * in one scan, with the usual ids and samplings, without Exif orientation and colour profile. Returns undefined for
 * any other bytes, which are left to the general decoder (ITU-T T.81, annex B).
 */
export function readPlainJpeg(bytes: Uint8Array): PlainJpeg | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isWhole =
    bytes.length > 4 && view.getUint16(0) === 0xffd8 && view.getUint16(bytes.length - 2) === 0xffd9;
  if (!isWhole) return undefined;
  const tables: Tables = { quantisations: new Map(), codes: new Map() };
  let frame: Frame | undefined;
  let restart = 0;
  for (let at = 2; at + 4 <= bytes.length; ) {
    const [marker, end] = [bytes[at + 1] ?? 0, at + 2 + view.getUint16(at + 2)];
    if (bytes[at] !== 0xff || end < at + 4 || end > bytes.length - 2) return undefined;
    const content = bytes.subarray(at + 4, end);
    at = end;
    if (marker === startOfScan) {
      const components = frame && scanComponents(content, frame, tables);
      return frame && components && plainJpeg(frame, restart, components, bytes.subarray(end, -2));
    }
    if (marker === baseline || marker === extended) {
      const isSecond = frame !== undefined;
      frame = readFrame(content);
      if (isSecond || frame === undefined) return undefined;
    } else if (marker === huffmanCodes) {
      if (!readCodes(content, tables)) return undefined;
    } else if (marker === quantisations) {
      if (!readQuantisations(content, tables)) return undefined;
    } else if (marker === restartInterval) {
      if (content.length !== 2) return undefined;
      restart = word(content, 0);
    } else if (!skipped.has(marker)) return undefined;
  }
  return undefined;
}

interface Tables {
  readonly quantisations: Map<number, Uint8Array>;
  /** Codes for DC from 0, for AC from 16. */
  readonly codes: Map<number, HuffmanCode>;
}

function word(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
}

function readFrame(content: Uint8Array): Frame | undefined {
  const [bits, count] = [content[0], content[5]];
  const [height, width] = [word(content, 1), word(content, 3)];
  const components = [6, 9, 12].map((at) => ({
    id: content[at] ?? 0,
    sampling: content[at + 1] ?? 0,
    quantisation: content[at + 2] ?? 0,
  }));
  const [sampling = 0, ...others] = components.map((component) => component.sampling);
  const firstId = components[0]?.id ?? 0;
  const isPlain =
    content.length === 15 &&
    bits === 8 &&
    count === 3 &&
    firstId <= 1 &&
    components.every(({ id }, index) => id === firstId + index) &&
    samplings.has(sampling) &&
    others.every((other) => other === 0x11) &&
    Math.min(width, height) >= minSide &&
    width * height <= maxPixels;
  return isPlain ? { width, height, sampling, components } : undefined;
}

/** Reads 8-bit tables of quantisation. Returns false for any others. */
function readQuantisations(content: Uint8Array, { quantisations }: Tables): boolean {
  if (content.length % 65 !== 0) return false;
  for (let at = 0; at < content.length; at += 65) {
    const id = content[at] ?? 0;
    if (id > 3) return false;
    quantisations.set(id, content.subarray(at + 1, at + 65));
  }
  return true;
}

/** Returns whether all codes of a segment are possible. */
function readCodes(content: Uint8Array, { codes }: Tables): boolean {
  let at = 0;
  while (at + 17 <= content.length) {
    const id = content[at] ?? 0;
    const counts = content.subarray(at + 1, at + 17);
    const total = counts.reduce((sum, count) => sum + count, 0);
    // The share of all codes of 16 bits that are in use. One has to be free (C.2).
    const used = counts.reduce((sum, count, index) => sum + count * 2 ** (15 - index), 0);
    const symbols = content.subarray(at + 17, at + 17 + total);
    if (total > 256) return false;
    if (![0x00, 0x01, 0x10, 0x11].includes(id) || used >= 65_536 || symbols.length !== total) return false;
    if (id < 0x10 && symbols.some((symbol) => symbol > 11)) return false;
    codes.set(id, { counts, symbols });
    at += 17 + total;
  }
  return at === content.length;
}

function scanComponents(content: Uint8Array, frame: Frame, tables: Tables): ScanComponent[] | undefined {
  const isWhole = content.length === 10 && content[0] === 3;
  if (!isWhole || content[7] !== 0 || content[8] !== 63 || content[9] !== 0) return undefined;
  const components: ScanComponent[] = [];
  for (const [index, { id, quantisation }] of frame.components.entries()) {
    const ids = content[2 + index * 2] ?? 0;
    const [dc, ac] = [tables.codes.get(ids >> 4), tables.codes.get(0x10 | (ids & 15))];
    const table = tables.quantisations.get(quantisation);
    if (content[1 + index * 2] !== id || !dc || !ac || !table) return undefined;
    const [columns, rows] = index === 0 ? [frame.sampling >> 4, frame.sampling & 15] : [1, 1];
    components.push({ columns, rows, dc, ac, quantisation: table });
  }
  return components;
}

function plainJpeg(
  { width, height, sampling }: Frame,
  restart: number,
  components: readonly ScanComponent[],
  data: Uint8Array,
): PlainJpeg {
  const mcus = {
    width: Math.ceil(width / 8 / (sampling >> 4)),
    height: Math.ceil(height / 8 / (sampling & 15)),
  };
  return { width, height, mcus, restart, components, data };
}
