import sharp, { type Sharp } from 'sharp';
import { describe, expect, test } from 'vitest';
import type { PhotoPixels } from '../../../src/model/drawing.ts';
import { preparePhoto } from '../../../src/raster/photos/prepare.ts';
import { apart, colourAt, drawn, encoded, kinds, muted, quartered, quarters, rgb, tile } from './support.ts';

const corners = [
  [0.25, 0.25],
  [0.75, 0.25],
  [0.25, 0.75],
  [0.75, 0.75],
] as const;

interface Expected {
  readonly spec?: readonly number[];
  readonly most?: number;
  readonly colours?: readonly string[];
}

function expectQuarters(
  pixels: PhotoPixels,
  { spec = [0, 1, 2, 3], most = 8, colours = quarters }: Expected = {},
): void {
  for (const [index, [x, y]] of corners.entries()) {
    const wanted = rgb(colours[spec[index] ?? 0] ?? '');
    const found = colourAt(pixels, x, y);
    expect(apart(found, wanted), `${found} for ${wanted}`).toBeLessThanOrEqual(most);
    expect(found[3]).toBe(255);
  }
  expect(pixels.isOpaque).toBe(true);
}

test.each(kinds)('%s keeps its colours', async (kind) => {
  const pixels = await preparePhoto(await encoded(quartered(), kind), tile);
  expect(pixels).toMatchObject(tile);
  expect(pixels.data).toHaveLength(tile.width * tile.height * 4);
  expectQuarters(pixels);
});

test.each(kinds)('%s gives the same pixels each time', async (kind) => {
  const bytes = await encoded(quartered(123, 77), kind);
  expect(await preparePhoto(bytes, tile)).toEqual(await preparePhoto(bytes, tile));
});

describe('a photo of a rotated camera', () => {
  // The stored quarter that is seen at each corner, in reading order: Exif 2.32, tag 274.
  const seen: Record<number, readonly number[]> = {
    1: [0, 1, 2, 3],
    2: [1, 0, 3, 2],
    3: [3, 2, 1, 0],
    4: [2, 3, 0, 1],
    5: [0, 2, 1, 3],
    6: [2, 0, 3, 1],
    7: [3, 1, 2, 0],
    8: [1, 3, 0, 2],
  };
  const cases = Object.entries(seen).flatMap(([orientation, spec]) =>
    (['jpeg', 'webp', 'png'] as const).map((kind) => ({ kind, orientation: Number(orientation), spec })),
  );
  test.each(cases)('stands upright as $kind with orientation $orientation', async (each) => {
    const image = quartered(160, 160).withMetadata({ orientation: each.orientation });
    expectQuarters(await preparePhoto(await encoded(image, each.kind), tile), { spec: each.spec });
  });

  test('is cropped after it is turned upright', async () => {
    // Stored wide, shown tall: the stored left is the shown top.
    const stored = await drawn(
      300,
      100,
      `<path fill="#f00" d="M0 0h300v100h-300z"/><path fill="#00f" d="M290 0h10v100h-10z"/>`,
    )
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const pixels = await preparePhoto(stored, { width: 50, height: 150 });
    expect(apart(colourAt(pixels, 0.5, 0.02), [255, 0, 0])).toBeLessThan(10);
    expect(apart(colourAt(pixels, 0.5, 0.99), [0, 0, 255])).toBeLessThan(10);
  });
});

describe('a photo with another colour encoding', () => {
  const grey = (image: Sharp) => image.toColourspace('b-w');
  test.each<[string, () => Promise<Buffer>, number]>([
    ['a palette', () => quartered().png({ palette: true, colours: 8 }).toBuffer(), 4],
    ['16 bits a channel', () => quartered().toColourspace('rgb16').png().toBuffer(), 2],
    [
      '16 bits a channel and a profile',
      () => quartered().toColourspace('rgb16').withIccProfile('p3').png().toBuffer(),
      4,
    ],
    ['interlaced PNG', () => quartered().png({ progressive: true }).toBuffer(), 1],
    ['progressive JPEG', () => quartered().jpeg({ progressive: true, quality: 95 }).toBuffer(), 8],
    ['lossless WebP', () => quartered().webp({ lossless: true }).toBuffer(), 1],
    ['12-bit AVIF', () => quartered().avif({ bitdepth: 12, quality: 90 }).toBuffer(), 10],
    ['a Display P3 profile', () => quartered().withIccProfile('p3').jpeg({ quality: 98 }).toBuffer(), 12],
  ])('keeps its colours: %s', async (_, bytes, most) => {
    expectQuarters(await preparePhoto(await bytes(), tile), { most });
  });

  test('differs from its stored values when it has a Display P3 profile', async () => {
    const bytes = await quartered().withIccProfile('p3').png().toBuffer();
    const stored = await sharp(bytes, { ignoreIcc: true }).raw().toBuffer();
    expect(apart([...stored.subarray(0, 3)], rgb(quarters[0]))).toBeGreaterThan(12);
  });

  test.each<[string, Sharp]>([
    ['with a profile', printed().withIccProfile('cmyk')],
    ['without a profile', printed()],
  ])('keeps its colours: CMYK %s', async (_, image) => {
    const bytes = await image.jpeg({ quality: 95 }).toBuffer();
    expect((await sharp(bytes).metadata()).space).toBe('cmyk');
    expectQuarters(await preparePhoto(bytes, tile), { most: 30, colours: muted });
  });

  test.each<[string, () => Promise<Buffer>]>([
    ['grey PNG', () => grey(flat('#606060')).png().toBuffer()],
    ['grey JPEG', () => grey(flat('#606060')).jpeg().toBuffer()],
    ['16-bit grey PNG', () => flat('#606060').toColourspace('grey16').png().toBuffer()],
    ['1-bit PNG', () => flat('#606060').png({ palette: true, colours: 2 }).toBuffer()],
  ])('keeps its grey: %s', async (_, bytes) => {
    const pixels = await preparePhoto(await bytes(), tile);
    expect(pixels.isOpaque).toBe(true);
    expect(apart(colourAt(pixels, 0.5, 0.5), [0x60, 0x60, 0x60])).toBeLessThanOrEqual(2);
  });

  test.each(['b-w', 'grey16'])('stays transparent as grey with alpha (%s)', async (space) => {
    const disc = drawn(80, 80, `<circle cx="40" cy="40" r="30" fill="#606060"/>`);
    const bytes = await disc.toColourspace(space).png().toBuffer();
    const pixels = await preparePhoto(bytes, tile);
    expect(pixels.isOpaque).toBe(false);
    expect(apart(colourAt(pixels, 0.5, 0.5), [0x60, 0x60, 0x60])).toBeLessThanOrEqual(2);
    expect(colourAt(pixels, 0.5, 0.5)[3]).toBe(255);
    expect(colourAt(pixels, 0.1, 0.1)[3]).toBe(0);
  });
});

function printed(): Sharp {
  return quartered(80, 80, muted).toColourspace('cmyk');
}

function flat(colour: string): Sharp {
  return sharp({ create: { width: 40, height: 40, channels: 3, background: colour } });
}
