import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';
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

test('zlib reads the whole stream of a PNG with a palette, checksum included', async () => {
  const bytes = Buffer.from(await encode(ofColors(100), 'png', false));
  const type = bytes.indexOf('IDAT');
  const stream = bytes.subarray(type + 4, type + 4 + bytes.readUInt32BE(type - 4));
  const scanlines = inflateSync(stream);
  expect(scanlines).toHaveLength(41 * 30);
  // The first row has no filter, and each of its colours is new.
  expect([...scanlines.subarray(0, 41)]).toEqual([0, ...Array(40).keys()]);
  stream[stream.length - 1] = (stream.at(-1) ?? 0) ^ 1;
  expect(() => inflateSync(stream)).toThrow('incorrect data check');
});

test('PNG with a palette has the same bytes with every version of Node.js', async () => {
  const bytes = await encode(ofColors(100), 'png', false);
  expect(createHash('sha256').update(bytes).digest('hex')).toMatchInlineSnapshot(
    `"8c2630d28ad88be404ddd6fbb2aa36646cfc6f575ac9cbea2e0a7406243010e3"`,
  );
});

test.each([257, 1200])('PNG of %i colours has no palette and preserves every pixel', async (count) => {
  await expectNoLoss(ofColors(count), false);
});
