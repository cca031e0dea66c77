import { constants, crc32, deflateSync } from 'node:zlib';
import type { Pixels } from '../../model/drawing.ts';

/** Pixels as indices of a palette, row by row. Each row begins with the number of its filter. */
interface IndexedRows {
  /** RGBA colours as numbers, by index. */
  readonly palette: readonly number[];
  readonly rows: Uint8Array;
}

const maxColors = 256;
const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const format = { bitDepth: 8, indexedColor: 3 } as const;
/** The filter of a row that equals the row above: all its differences are 0. */
const up = 2;

/** Levels above 5 cost more time than the bytes they save are worth. `npm run --prefix bench encoders` */
const deflateOptions = { level: 5, memLevel: constants.Z_MAX_MEMLEVEL, chunkSize: 2 ** 17 };

/**
 * Encodes opaque pixels of at most 256 colours as PNG with a palette. Returns undefined if there are more colours.
 *
 * @see https://www.w3.org/TR/png-3/
 */
export function encodeIndexedPng(pixels: Pixels): Uint8Array | undefined {
  const indexed = indexRows(pixels);
  if (indexed === undefined) return;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(pixels.width, 0);
  header.writeUInt32BE(pixels.height, 4);
  header.set([format.bitDepth, format.indexedColor], 8);
  return Buffer.concat([
    signature,
    ...chunk('IHDR', header),
    ...chunk('PLTE', rgbOf(indexed.palette)),
    ...chunk('IDAT', deflateSync(indexed.rows, deflateOptions)),
    ...chunk('IEND', Buffer.alloc(0)),
  ]);
}

function indexRows({ data, width, height }: Pixels): IndexedRows | undefined {
  const colors = new Int32Array(data.buffer, data.byteOffset, width * height);
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  const indices = new Map<number, number>();
  const rows = new Uint8Array((1 + width) * height);
  let color = 0;
  let index = -1;
  for (let row = 0; row < height; row++) {
    const first = row * width;
    const out = row * (1 + width);
    if (
      row > 0 &&
      bytes.compare(bytes, first * 4, (first + width) * 4, (first - width) * 4, first * 4) === 0
    ) {
      rows[out] = up;
      continue;
    }
    for (let column = 0; column < width; column++) {
      const next = colors[first + column] ?? 0;
      if (next !== color || index === -1) {
        color = next;
        index = indices.get(color) ?? -1;
        if (index === -1) {
          index = indices.size;
          if (index === maxColors) return;
          indices.set(color, index);
        }
      }
      rows[out + 1 + column] = index;
    }
  }
  return { palette: [...indices.keys()], rows };
}

/** Colours as bytes of red, green and blue. The numbers are little-endian, as on every platform of Node.js. */
function rgbOf(palette: readonly number[]): Uint8Array {
  return Uint8Array.from(palette.flatMap((color) => [color, color >> 8, color >> 16]));
}

function chunk(type: 'IHDR' | 'PLTE' | 'IDAT' | 'IEND', content: Uint8Array): readonly Uint8Array[] {
  const start = Buffer.alloc(8);
  start.writeUInt32BE(content.length);
  start.write(type, 4, 'latin1');
  const end = Buffer.alloc(4);
  end.writeUInt32BE(crc32(content, crc32(start.subarray(4))));
  return [start, content, end];
}
