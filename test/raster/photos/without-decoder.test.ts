import { expect, test, vi } from 'vitest';
import { decodePlainJpeg, plainJpegSize } from '../../../src/raster/photos/plain-jpeg.ts';
import { apart, colourAt, encoded, quartered, quarters, rgb, tile } from './support.ts';

// Stands for a platform for which there is no build of the decoder, which cannot be had on this one.
vi.mock('@napi-rs/image', () => {
  throw new Error('Cannot find native binding');
});

test('a plain JPEG is drawn where its own decoder is not to be had', async () => {
  const { preparePhoto } = await import('../../../src/raster/photos/prepare.ts');
  const bytes = await encoded(quartered(), 'jpeg');
  expect(plainJpegSize(bytes)).toEqual({ width: 80, height: 80 });
  expect(await decodePlainJpeg(bytes, tile)).toBeUndefined();
  const pixels = await preparePhoto(bytes, tile);
  expect(apart(colourAt(pixels, 0.25, 0.25), rgb(quarters[0]))).toBeLessThan(8);
  expect(apart(colourAt(pixels, 0.75, 0.75), rgb(quarters[3]))).toBeLessThan(8);
});
