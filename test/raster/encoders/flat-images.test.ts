import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Pixels } from '../../../src/model/drawing.ts';
import { type PixelFormat, pixelFormats } from '../../../src/model/vocabulary.ts';
import { encode } from '../../../src/raster/encoders/encode.ts';
import { picture, pixelsOf, scattered } from '../../support/pixels.ts';
import { runs } from '../../support/runs.ts';

async function expectNoLossAs(format: PixelFormat, pixels: Pixels): Promise<Uint8Array> {
  const bytes = await encode(pixels, format, false);
  const { data, width, height } = await pixelsOf(bytes);
  expect([width, height]).toEqual([pixels.width, pixels.height]);
  expect(Buffer.compare(data, pixels.data)).toBe(0);
  return bytes;
}

describe.each(pixelFormats)('%s preserves every pixel', (format) => {
  const expectNoLoss = (pixels: Pixels) => expectNoLossAs(format, pixels);
  const sides = fc.integer({ min: 1, max: 90 });
  const palettes = fc.array(fc.integer({ min: 0, max: 0xffffff }), { minLength: 1, maxLength: 40 });

  test('of flat images: rectangles of few colours', async () => {
    const rectangles = fc.array(fc.tuple(sides, sides, sides, sides), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(sides, sides, palettes, rectangles, async (width, height, colors, shapes) => {
        const colorAt = (column: number, row: number) => {
          const shape = shapes.findLastIndex(
            ([left, top, right, bottom]) => column >= left && column < right && row >= top && row < bottom,
          );
          return colors[(shape + 1) % colors.length] ?? 0;
        };
        await expectNoLoss(picture(width, height, colorAt));
      }),
      { numRuns: runs(150) },
    );
  });

  test('of noise in few or many colours', async () => {
    await fc.assert(
      fc.asyncProperty(sides, sides, palettes, fc.integer(), async (width, height, colors, seed) => {
        const pick = (column: number, row: number) => scattered(seed + row * width + column);
        await expectNoLoss(picture(width, height, (...place) => colors[pick(...place) % colors.length] ?? 0));
        await expectNoLoss(picture(width, height, (...place) => pick(...place) & 0xffffff));
      }),
      { numRuns: runs(100) },
    );
  });

  test.each([
    ['one pixel', picture(1, 1, () => 0x123456)],
    ['one column', picture(1, 3000, (_, row) => (row % 7) * 0x111111)],
    ['one row', picture(3000, 1, (column) => (column % 5) * 0x222222)],
    ['one colour, in runs longer than the longest copy', picture(300, 300, () => 0xfedcba)],
    ['black, the initial colour of the cache', picture(20, 20, () => 0)],
    ['two colours', picture(64, 64, (column, row) => ((column ^ row) & 1 ? 0xffffff : 0))],
    [
      'rows that repeat every 1 to 9 rows',
      picture(50, 900, (column, row) => scattered((row % ((row / 100) | 0 || 1)) * 50 + column) & 0xffffff),
    ],
    ['the maximum width of the format', picture(16_383, 3, (column) => (column >> 6) * 3)],
  ])('of an image: %s', async (_, pixels) => {
    await expectNoLoss(pixels);
  });

  // Up to 256 colours make a palette. Of 16 or fewer, the format would put several pixels into one.
  test.each([1, 2, 3, 4, 5, 16, 17, 18, 255, 256, 257, 300])('of exactly %i colours', async (count) => {
    const shade = (index: number) => (index * 0x9e3779b1) >>> 8;
    const index = (column: number, row: number) => {
      const pixel = row * 40 + column;
      return pixel < count ? pixel : scattered(pixel) % count;
    };
    const pixels = picture(40, 30, (column, row) => shade(index(column, row)));
    expect(new Set(new Uint32Array(pixels.data.buffer)).size).toBe(count);
    await expectNoLoss(pixels);
  });

  test('of a colour beyond the 256th in the last pixel', async () => {
    const pixels = picture(256, 20, (column) => column * 0x10203);
    pixels.data.set([0x12, 0x34, 0x57, 255], pixels.data.length - 4);
    await expectNoLoss(pixels);
  });

  test('of repetitions further away than a copy can reach', async () => {
    const noise = (column: number, row: number) => (row % 1100 === 0 ? scattered(column) & 0xffffff : 0);
    await expectNoLoss(picture(1000, 1200, noise));
  });

  test('of repeated rows that end between two colours of the same slot of the cache', async () => {
    const [first, second, ground] = [0x010000, 0x000202, 0x332211];
    // The stroke of the last row follows only the first of the two strokes of all rows.
    const colorAt = (column: number, row: number) => {
      if (column === 10) return first;
      return column === 50 || (column === 30 && row === 11) ? second : ground;
    };
    await expectNoLoss(picture(100, 12, colorAt));
  });

  test("of colours so uneven in frequency that a code would exceed the format's maximum length", async () => {
    // With Fibonacci frequencies a Huffman code is as deep as possible.
    const bounds = [1, 2];
    while (bounds.length < 26) bounds.push((bounds.at(-1) ?? 0) + (bounds.at(-2) ?? 0));
    const all = bounds.at(-1) ?? 1;
    const color = (column: number, row: number) => {
      const chance = scattered(row * 640 + column) % all;
      return bounds.findIndex((bound) => chance < bound) * 0x0a0501;
    };
    await expectNoLoss(picture(640, 480, color));
  });

  test('of rows that are not aligned to words in memory', async () => {
    const { data, width, height } = picture(33, 21, (column, row) => scattered(column + row) & 0xff00ff);
    const shifted = new Uint8Array(data.length + 1);
    shifted.set(data, 1);
    await expectNoLoss({ data: shifted.subarray(1), width, height });
  });
});

test.each([
  ['webp', 3000],
  ['png', 9000],
] as const)(
  '%s of a flat image is far smaller than its pixels, and its bytes are always the same',
  async (format, most) => {
    const board = picture(1080, 1440, (column, row) =>
      column % 120 < 110 && row % 130 < 120 ? 0x232c44 : 0x0b0f1a,
    );
    const bytes = await expectNoLossAs(format, board);
    expect(bytes.length).toBeLessThan(most);
    expect(Buffer.compare(await encode(board, format, false), bytes)).toBe(0);
  },
);
