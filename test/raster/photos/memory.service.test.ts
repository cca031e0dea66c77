import sharp from 'sharp';
import { expect, test } from 'vitest';
import { costly } from '../../support/runs.ts';
import { asBase64, inChild } from './child.ts';
import { avifBomb, gifBomb, jpegBomb, pngBomb, webpBomb } from './hostile.ts';
import { encoded, grains } from './support.ts';

/** The growth of the peak resident memory, in MB, while photos are prepared one after the other as in a renderer. */
const measured = `
  sharp.concurrency(1);
  sharp.cache(false);
  blockLoaders('resvg');
  const peak = () => process.resourceUsage().maxRSS / 1024;
  const before = peak();
  for (const base64 of Object.values(input))
    await preparePhoto(Buffer.from(base64, 'base64'), { width: 150, height: 150 }).catch((error) => {
      if (error.name !== 'UnusablePhotoError') throw error;
    });
  return peak() - before;`;

test('photos that claim to be huge take no memory', async () => {
  const bombs = {
    png: pngBomb(60_000, 60_000),
    webp: webpBomb(),
    jpeg: await jpegBomb(65_500),
    'progressive jpeg': await jpegBomb(65_500, true),
    gif: await gifBomb(65_535),
    avif: await avifBomb(60_000),
  };
  expect(inChild(measured, asBase64(bombs))).toBeLessThan(30);
});

test('the largest accepted photos with false sizes take at most the memory that they claim', async () => {
  const bombs = {
    png: pngBomb(6300, 6300),
    jpeg: await jpegBomb(6300),
    'progressive jpeg': await jpegBomb(6300, true),
    gif: await gifBomb(6300),
    avif: await avifBomb(4000),
  };
  expect(inChild(measured, asBase64(bombs))).toBeLessThan(450);
});

test('photos of 12 million pixels take no more memory than their pixels', costly, async () => {
  const photo = await grains(4000, 3000).png({ compressionLevel: 1 }).toBuffer();
  const photos = { png: photo, jpeg: await encoded(sharp(photo), 'jpeg') };
  expect(inChild(measured, asBase64(photos))).toBeLessThan(150);
});
