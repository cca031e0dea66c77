import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { Pixels } from '../../../src/model/drawing.ts';
import { encode } from '../../../src/raster/encoders/encode.ts';
import { picture, pixelsOf } from '../../support/pixels.ts';

async function expectNoLoss(pixels: Pixels, isPalette = true): Promise<void> {
  const bytes = await encode(pixels, 'png', false);
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', isPalette, bitsPerSample: 8 });
  const { data, width, height } = await pixelsOf(bytes);
  expect([width, height]).toEqual([pixels.width, pixels.height]);
  expect(Buffer.compare(data, pixels.data)).toBe(0);
}

/** Different for each index below 2²⁴. */
const shade = (index: number) => (index * 0x9e3779b1) & 0xffffff;
const ofColors = (count: number) =>
  picture(40, 30, (column, row) => shade(Math.min(row * 40 + column, count - 1)));

describe('PNG with a palette preserves every pixel', () => {
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

  test.each([20, 21])('that lie %i bytes into a buffer', async (offset) => {
    const { data, width, height } = ofColors(100);
    const larger = new Uint8Array(data.length + 40);
    larger.set(data, offset);
    await expectNoLoss({ data: larger.subarray(offset, offset + data.length), width, height });
  });
});

test('PNG with a palette has the same bytes with every version of Node.js', async () => {
  const bytes = await encode(ofColors(100), 'png', false);
  expect(createHash('sha256').update(bytes).digest('hex')).toMatchInlineSnapshot(
    `"0daebb7a50a2825d9bc477d5ad4b84c2bd963a9afd76f23051b3ddb46861fc5c"`,
  );
});

test.each([257, 1200])('PNG of %i colours has no palette and preserves every pixel', async (count) => {
  await expectNoLoss(ofColors(count), false);
});
