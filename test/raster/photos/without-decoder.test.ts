import { expect, test, vi } from 'vitest';
import { decodePlainJpeg, readPlainJpeg } from '../../../src/raster/photos/plain-jpeg.ts';
import { apart, colourAt, encoded, quartered, quarters, rgb, tile } from './support.ts';

// Simulates a platform for which the decoder has no build.
vi.mock('@napi-rs/image', () => {
  throw new Error('Cannot find native binding');
});

test('a plain JPEG is drawn on a platform without its own decoder', async () => {
  const { preparePhoto } = await import('../../../src/raster/photos/prepare.ts');
  const bytes = await encoded(quartered(), 'jpeg');
  const jpeg = readPlainJpeg(bytes);
  expect(jpeg).toMatchObject({ width: 80, height: 80 });
  expect(jpeg && (await decodePlainJpeg(bytes, jpeg, tile))).toBeUndefined();
  const pixels = await preparePhoto(bytes, tile);
  expect(apart(colourAt(pixels, 0.25, 0.25), rgb(quarters[0]))).toBeLessThan(8);
  expect(apart(colourAt(pixels, 0.75, 0.75), rgb(quarters[3]))).toBeLessThan(8);
});
