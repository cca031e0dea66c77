import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { Pixels } from '../../../src/model/drawing.ts';
import { encodeIndexedPng } from '../../../src/raster/encoders/indexed-png.ts';

function picture(width: number, height: number, colorAt: (column: number, row: number) => number): Pixels {
  const data = new Uint8Array(width * height * 4);
  const view = new DataView(data.buffer);
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++)
      view.setUint32((row * width + column) * 4, ((colorAt(column, row) << 8) | 0xff) >>> 0);
  return { data, width, height };
}

async function expectNoLoss(pixels: Pixels): Promise<void> {
  const bytes = encodeIndexedPng(pixels) ?? new Uint8Array();
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', isPalette: true, bitsPerSample: 8 });
  const decoded = await sharp(bytes, { failOn: 'warning' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([decoded.info.width, decoded.info.height]).toEqual([pixels.width, pixels.height]);
  expect(decoded.data.equals(pixels.data)).toBe(true);
}

/** Different for each index below 2²⁴. */
const shade = (index: number) => (index * 0x9e3779b1) & 0xffffff;
const ofColors = (count: number) =>
  picture(40, 30, (column, row) => shade(Math.min(row * 40 + column, count - 1)));

describe('the encoder of PNG with a palette preserves every pixel', () => {
  test.each([1, 2, 16, 17, 255, 256])('of exactly %i colours', async (count) => {
    await expectNoLoss(ofColors(count));
  });

  test('of rows that equal the row above, and of rows that do not', async () => {
    await expectNoLoss(
      picture(33, 40, (column, row) => shade((row >> 2) % 3 === 0 ? 7 : column * (row >> 2))),
    );
  });

  test.each([
    [1, 1],
    [1, 50],
    [50, 1],
    [2160, 3],
  ])('of an image of %i by %i', async (width, height) => {
    await expectNoLoss(picture(width, height, (column, row) => shade((column + row) % 200)));
  });

  test('that lie in the middle of a buffer', async () => {
    const { data, width, height } = ofColors(100);
    const larger = new Uint8Array(data.length + 40);
    larger.set(data, 20);
    await expectNoLoss({ data: larger.subarray(20, 20 + data.length), width, height });
  });
});

test.each([257, 1200])('an image of %i colours has no palette', (count) => {
  expect(encodeIndexedPng(ofColors(count))).toBeUndefined();
});
