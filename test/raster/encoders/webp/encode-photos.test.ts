import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { Pixels } from '../../../../src/model/drawing.ts';
import { encodePhotos } from '../../../../src/raster/encoders/webp/encode-photos.ts';
import { picture, pixelsOf, scattered } from '../../../support/pixels.ts';
import { runs } from '../../../support/runs.ts';

const gray = (light: number) => light * 0x10101;

interface Loss {
  /** The largest difference of a channel. */
  readonly most: number;
  /** The mean of the squares of all differences. */
  readonly meanSquare: number;
}

/** Returns how libwebp's pixels of a file differ from the source. */
async function lossOf(bytes: Uint8Array, source: Pixels): Promise<Loss> {
  const { data, width, height } = await pixelsOf(bytes);
  expect([width, height]).toEqual([source.width, source.height]);
  let [most, sum] = [0, 0];
  for (let at = 0; at < data.length; at++) {
    const difference = Math.abs((data[at] ?? 0) - (source.data[at] ?? 0));
    most = Math.max(most, difference);
    sum += difference ** 2;
  }
  return { most, meanSquare: sum / data.length };
}

const lossOfOurs = (source: Pixels) => lossOf(encodePhotos(source), source);

/** Smooth shades with noise and edges, as a photo has, on a flat ground with sharp strokes, as a board has. */
function board(width: number, height: number, seed: number): Pixels {
  return picture(width, height, (column, row) => {
    const [x, y] = [column % 96, row % 96];
    if (x >= 64 || y >= 64) return x % 9 === 0 && y >= 80 ? 0xf0f0f0 : 0x1b2033;
    const noise = scattered(seed + row * width + column) % 12;
    const isDisc = (x - 32) ** 2 + (y - 32) ** 2 < 400;
    const [red, green, blue] = isDisc ? [220, 190, 120] : [40 + x * 2, 60 + y, 180 - x];
    return ((red + noise) << 16) | ((green + noise) << 8) | (blue + noise);
  });
}

describe('encodePhotos', () => {
  const sides = fc.integer({ min: 1, max: 90 });

  test('keeps every pixel of gray pictures of any size within the step of the quantiser, at edges and in noise', async () => {
    const rectangles = fc.array(fc.tuple(sides, sides, sides, sides, fc.nat(255)), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(sides, sides, rectangles, fc.integer(), async (width, height, shapes, seed) => {
        const source = picture(width, height, (column, row) => {
          const shape = shapes.find(
            ([left, top, right, bottom]) => column >= left && column < right && row >= top && row < bottom,
          );
          return gray(shape ? shape[4] : scattered(seed + row * width + column) & 255);
        });
        const { most, meanSquare } = await lossOfOurs(source);
        expect(most).toBeLessThan(40);
        expect(meanSquare).toBeLessThan(30);
      }),
      { numRuns: runs(300) },
    );
  });

  test('writes what libwebp reads of noise in all colours', async () => {
    await fc.assert(
      fc.asyncProperty(sides, sides, fc.integer(), async (width, height, seed) => {
        const source = picture(
          width,
          height,
          (column, row) => scattered(seed + row * width + column) & 0xffffff,
        );
        // Half of the information on colour is lost by the format itself.
        const theirs = await sharp(source.data, { raw: { width, height, channels: 4 } })
          .webp({ quality: 90, effort: 0 })
          .toBuffer();
        const { meanSquare } = await lossOfOurs(source);
        expect(meanSquare).toBeLessThan((await lossOf(theirs, source)).meanSquare * 1.1 + 30);
      }),
      { numRuns: runs(100) },
    );
  });

  test('shows any one colour as it is, but for the rounding of the format', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 0xffffff }), async (color) => {
        expect((await lossOfOurs(picture(70, 50, () => color))).most).toBeLessThanOrEqual(4);
      }),
      { numRuns: runs(200) },
    );
  });

  test.each([
    ['one pixel', picture(1, 1, () => 0x123456)],
    ['one row of the maximum width', picture(16_383, 1, (column) => gray(column >> 6))],
    ['one column of the maximum height', picture(1, 16_383, (_, row) => gray(row >> 6))],
    [
      'the largest steps: black and white pixels',
      picture(200, 200, (column, row) => gray(255 * ((column ^ row) & 1))),
    ],
    [
      'single white pixels on black',
      picture(150, 150, (column, row) => gray(column % 5 || row % 7 ? 0 : 255)),
    ],
  ])('encodes %s', async (_, source) => {
    expect((await lossOfOurs(source)).meanSquare).toBeLessThan(30);
  });

  test('loses less than libwebp at quality 90, in about as many bytes', async () => {
    for (const seed of [1, 2, 3]) {
      const source = board(500, 400, seed * 1_000_000);
      const ours = encodePhotos(source);
      const theirs = await sharp(source.data, { raw: { width: 500, height: 400, channels: 4 } })
        .webp({ quality: 90, effort: 0 })
        .toBuffer();
      expect(ours.length).toBeLessThan(theirs.length * 1.03);
      const { meanSquare } = await lossOf(theirs, source);
      expect((await lossOf(ours, source)).meanSquare).toBeLessThan(meanSquare);
    }
  });

  test('gives the same bytes after a picture that needs more memory', () => {
    const small = board(300, 200, 5);
    const before = encodePhotos(small);
    encodePhotos(picture(900, 900, (column, row) => gray(scattered(row * 900 + column) & 255)));
    expect(Buffer.compare(encodePhotos(small), before)).toBe(0);
  });
});
