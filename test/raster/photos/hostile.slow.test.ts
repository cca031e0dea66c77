import { deflateRawSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { preparePhoto } from '../../../src/raster/photos/prepare.ts';
import { sampleOf } from '../../support/runs.ts';
import { animated, avifBomb, gifBomb, jpegBomb, pngBomb, seeded, victims, webpBomb } from './hostile.ts';
import { apart, colourAt, difference, encoded, kinds, quartered, tile, uses } from './support.ts';

const refused = /^(not a picture that can be read|the picture is damaged|has \d+ × \d+ pixels, .+)$/;
const rightOrRefused = new RegExp(`^right$|${refused.source}`);

describe.each(uses)('a photo that claims to be huge, %s,', (_, outcome) => {
  test.each<[string, () => Buffer | Promise<Buffer>]>([
    ['PNG, 60000²', () => pngBomb(60_000, 60_000)],
    ['PNG, 2³¹ − 1 wide', () => pngBomb(2 ** 31 - 1, 1)],
    ['WebP of 36 bytes, 16383²', webpBomb],
    ['JPEG, 65500²', () => jpegBomb(65_500)],
    ['progressive JPEG, 65500²', () => jpegBomb(65_500, true)],
    ['GIF, 65535²', () => gifBomb(65_535)],
    ['AVIF, 60000²', () => avifBomb(60_000)],
    ['AVIF, 2³² − 1', () => avifBomb(2 ** 32 - 1)],
    ['a PNG just over the limit', () => pngBomb(8000, 5001)],
    ['an AVIF just over its limit', () => avifBomb(4001)],
  ])('is rejected quickly: %s', async (_, make) => {
    const bytes = await make();
    const start = performance.now();
    expect(await outcome(bytes)).toMatch(refused);
    expect(performance.now() - start).toBeLessThan(300);
  });

  test('is rejected with the limit in the message', async () => {
    expect(await outcome(pngBomb(60_000, 60_000))).toBe(
      'has 60000 × 60000 pixels, and 40 million is the most',
    );
  });
});

const files = Object.entries(await victims());
const usesOfFiles = sampleOf(
  uses.flatMap(([use, outcome]) => files.map(([name, whole]) => [name, use, whole, outcome] as const)),
);
describe.each(usesOfFiles)('a damaged %s %s', (_, _use, whole, outcome) => {
  test('is accepted before the damage', async () => expect(await outcome(whole)).toBe('right'));

  test('is accepted or rejected cleanly when it is truncated', async ({ task }) => {
    const offsets = [0, 1, 2, 4, 8, 12, 16, 24, 33, 64];
    const shares = [0.1, 0.3, 0.5, 0.7, 0.9, 0.97].map((share) => Math.floor(share * whole.length));
    const ends = [...offsets, ...shares, whole.length - 2, whole.length - 1];
    task.meta.cases = ends.length;
    for (const end of ends)
      expect(await outcome(whole.subarray(0, end)), `at ${end}`).toMatch(rightOrRefused);
  });

  test('is accepted or rejected cleanly with a flipped bit', async ({ task }) => {
    const random = seeded(whole.length);
    const rounds = 150;
    task.meta.cases = rounds;
    for (let round = 0; round < rounds; round++) {
      const bytes = Buffer.from(whole);
      // Half of the flips hit the header, which matters most.
      const reach = random() < 0.5 ? Math.min(200, bytes.length) : bytes.length;
      const at = Math.floor(random() * reach);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(random() * 8));
      expect(await outcome(bytes), `byte ${at}, round ${round}`).toMatch(rightOrRefused);
    }
  });
});

describe('animations', () => {
  test.each(['gif', 'webp'] as const)('show the first frame of a %s with 1000 frames', async (kind) => {
    const bytes = await animated(kind, 1000, 8);
    expect((await sharp(bytes).metadata()).pages).toBe(1000);
    const start = performance.now();
    const pixels = await preparePhoto(bytes, tile);
    expect(performance.now() - start).toBeLessThan(200);
    expect(apart(colourAt(pixels, 0.5, 0.5), [255, 0, 0])).toBeLessThan(4);
  });
});

describe('untrusted bytes', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><path d="M0 0h20v20z"/></svg>';
  const bitmap = Buffer.alloc(58);
  bitmap.write('BM');
  bitmap.writeUInt32LE(58, 2);
  for (const [at, value] of [
    [10, 54],
    [14, 40],
    [18, 1],
    [22, 1],
  ] as const)
    bitmap.writeUInt32LE(value, at);
  bitmap.set([1, 0, 24], 26);

  test.each<[string, () => Buffer | Promise<Buffer>]>([
    ['nothing', () => Buffer.alloc(0)],
    ['zeros', () => Buffer.alloc(5000)],
    ['text', () => Buffer.from('not found')],
    ['HTML', () => Buffer.from('<!doctype html><title>x</title><svg><path d="M0 0h9"/></svg>')],
    ['SVG', () => Buffer.from(svg)],
    ['SVG after an XML declaration', () => Buffer.from(`<?xml version="1.0"?>${svg}`)],
    ['TIFF', () => quartered().tiff().toBuffer()],
    ['PDF', () => Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF')],
    ['ZIP', () => zip()],
    ['BMP', () => bitmap],
    ['ICO', () => Buffer.from('00000100010001010000010018003000000016000000', 'hex')],
    ['PPM', () => Buffer.from('P6 1 1 255\nabc')],
    ['Radiance', () => Buffer.from('#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 1\nabcd')],
    ['GIF header before an SVG', () => Buffer.from(`GIF89a${svg}`)],
    [
      'JPEG header before an SVG',
      () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from(svg)]),
    ],
    ['PNG header before HTML', () => Buffer.from('\x89PNG\r\n\x1a\n<html><script>1</script>', 'latin1')],
    [
      'HEIC',
      async () =>
        Buffer.from(
          String((await encoded(quartered(), 'avif')).toString('latin1'))
            .replaceAll('av01', 'hvc1')
            .replaceAll('avif', 'heic'),
          'latin1',
        ),
    ],
  ])('are rejected: %s', async (_, make) => {
    const bytes = await make();
    for (const [, outcome] of uses) expect(await outcome(bytes)).toMatch(refused);
  });

  test.each(kinds)('after the end of a %s are ignored', async (kind) => {
    const bytes = await encoded(quartered(), kind);
    const followed = Buffer.concat([bytes, zip(), Buffer.from(svg)]);
    const [alone, whole] = [await preparePhoto(bytes, tile), await preparePhoto(followed, tile)];
    // Plain JPEGs without trailing bytes have a decoder of their own.
    expect(difference(alone.data, whole.data).most).toBeLessThanOrEqual(kind === 'jpeg' ? 4 : 0);
  });

  function zip(): Buffer {
    const packed = deflateRawSync(Buffer.from('hello'));
    const header = Buffer.alloc(30);
    header.writeUInt32LE(0x04034b50, 0);
    header.writeUInt16LE(8, 8);
    header.writeUInt32LE(packed.length, 18);
    return Buffer.concat([header, packed]);
  }
});
