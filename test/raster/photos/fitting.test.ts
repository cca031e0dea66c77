import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { preparePhoto } from '../../../src/raster/photos/prepare.ts';
import { apart, colourAt, drawn, grains, quartered, tile } from './support.ts';

/** Returns the bounding box of the opaque pixels. */
function inkOf({ data, width, height }: { data: Uint8Array; width: number; height: number }) {
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if ((data[(y * width + x) * 4 + 3] ?? 0) < 128) continue;
      [left, top] = [Math.min(left, x), Math.min(top, y)];
      [right, bottom] = [Math.max(right, x + 1), Math.max(bottom, y + 1)];
    }
  return { left, top, right, bottom };
}

describe('a logo', () => {
  const logo = (width: number, height: number) =>
    drawn(width, height, `<ellipse cx="50%" cy="50%" rx="50%" ry="50%" fill="#0a8"/>`);

  test.each([
    [300, 100],
    [100, 300],
    [200, 200],
  ])('of %i × %i is whole, centred and has a margin', async (width, height) => {
    const pixels = await preparePhoto(await logo(width, height).png().toBuffer(), tile);
    expect(pixels.isOpaque).toBe(false);
    const { left, top, right, bottom } = inkOf(pixels);
    expect(Math.abs(left - (tile.width - right))).toBeLessThanOrEqual(1);
    expect(Math.abs(top - (tile.height - bottom))).toBeLessThanOrEqual(1);
    expect(Math.min(left, top)).toBeGreaterThanOrEqual(4);
    expect(Math.min(left, top)).toBeLessThanOrEqual(6);
    expect((right - left) / (bottom - top)).toBeCloseTo(width / height, 0);
    expect(colourAt(pixels, 0.5, 0.5)).toEqual([0, 0xaa, 0x88, 255]);
  });

  test.each(['png', 'webp', 'gif', 'avif'] as const)('can be a %s', async (kind) => {
    const bytes = await logo(120, 120).toFormat(kind).toBuffer();
    const pixels = await preparePhoto(bytes, tile);
    expect(pixels.isOpaque).toBe(false);
    expect(colourAt(pixels, 0.02, 0.02)[3]).toBe(0);
  });

  test('of a tiny size is enlarged up to a limit', async () => {
    const { left, right } = inkOf(await preparePhoto(await logo(8, 8).png().toBuffer(), tile));
    expect(right - left).toBeGreaterThan(20);
    expect(right - left).toBeLessThanOrEqual(24);
  });

  test('has no dark or light seam at its edges', async () => {
    const pixels = await preparePhoto(await logo(200, 200).png().toBuffer(), tile);
    for (let at = 0; at < pixels.data.length; at += 4)
      if ((pixels.data[at + 3] ?? 0) > 80)
        expect(apart([...pixels.data.subarray(at, at + 4)], [0, 0xaa, 0x88])).toBeLessThan(20);
  });

  test('that is fully transparent leaves an empty tile', async () => {
    const pixels = await preparePhoto(await drawn(50, 50, '').png().toBuffer(), tile);
    expect(inkOf(pixels).right).toBe(0);
  });
});

describe('photos', () => {
  test('with an unused alpha channel are not logos', async () => {
    const bytes = await quartered(120, 60).ensureAlpha().png().toBuffer();
    const pixels = await preparePhoto(bytes, tile);
    expect(pixels.isOpaque).toBe(true);
    expect(colourAt(pixels, 0.01, 0.01)[3]).toBe(255);
  });

  test('with a few transparent pixels are drawn on white', async () => {
    const bytes = await drawn(200, 200, `<path fill="#a00" d="M6 0H200V200H0V6H6z"/>`).png().toBuffer();
    const pixels = await preparePhoto(bytes, { width: 200, height: 200 });
    expect(pixels.isOpaque).toBe(true);
    expect(colourAt(pixels, 0.01, 0.01)).toEqual([255, 255, 255, 255]);
    expect(colourAt(pixels, 0.5, 0.5)).toEqual([0xaa, 0, 0, 255]);
  });

  test('nearly as wide as the tile are cropped around their middle', async () => {
    const pixels = await preparePhoto(await quartered(110, 100).png().toBuffer(), tile);
    expect(apart(colourAt(pixels, 0.48, 0.2), [0xe0, 0x20, 0x20])).toBeLessThan(12);
    expect(apart(colourAt(pixels, 0.52, 0.2), [0x20, 0xc0, 0x40])).toBeLessThan(12);
  });

  const face = `<circle r="40" fill="#e0ac86"/><circle cx="-14" cy="-8" r="6" fill="#321"/>
    <circle cx="14" cy="-8" r="6" fill="#321"/><path d="M-16 16h32v6h-32z" fill="#a33"/>`;
  /** Draws a face at a point, as the subject of the photo. */
  const portrait = (width: number, height: number, x: number, y: number) =>
    drawn(
      width,
      height,
      `<path fill="#9ab" d="M0 0H${width}V${height}H0z"/><g transform="translate(${x} ${y})">${face}</g>`,
    ).jpeg({ quality: 92 });

  test.each([
    ['at the top of a tall one', 200, 400, 100, 60],
    ['at the bottom of a tall one', 200, 400, 100, 340],
    ['at the left of a wide one', 500, 200, 60, 100],
    ['at the right of a wide one', 500, 200, 440, 100],
    ['in the middle of a very long one', 1800, 200, 900, 100],
  ])('keep a face %s in the crop', async (_, width, height, x, y) => {
    const pixels = await preparePhoto(await portrait(width, height, x, y).toBuffer(), tile);
    let skin = 0;
    for (let at = 0; at < pixels.data.length; at += 4)
      if (apart([...pixels.data.subarray(at, at + 4)], [0xe0, 0xac, 0x86]) < 24) skin++;
    const whole = Math.PI * (40 * (tile.width / 200)) ** 2;
    expect(skin).toBeGreaterThan(whole * 0.75);
  });

  test('without any subject are cropped around their middle', async () => {
    const stripes = drawn(
      300,
      100,
      `<path fill="#888" d="M0 0H300V100H0z"/><path fill="#898989" d="M150 0h1v100h-1z"/>`,
    );
    const pixels = await preparePhoto(await stripes.png().toBuffer(), { width: 100, height: 100 });
    expect(colourAt(pixels, 0.5, 0.5)[0]).toBe(0x89);
  });
});

describe('a photo', () => {
  test.each([
    [1, 1],
    [3, 2],
    [1, 90],
    [90, 1],
    [400, 400],
    [1000, 20],
    [20, 1000],
  ])('of %i × %i fills a tile of any shape', async (width, height) => {
    const bytes = await sharp({ create: { width, height, channels: 3, background: '#a0b0c0' } })
      .png()
      .toBuffer();
    for (const size of [
      tile,
      { width: 37, height: 91 },
      { width: 200, height: 30 },
      { width: 1, height: 1 },
    ]) {
      const pixels = await preparePhoto(bytes, size);
      expect(pixels).toMatchObject({ ...size, isOpaque: true });
      expect(pixels.data).toHaveLength(size.width * size.height * 4);
      expect(apart(colourAt(pixels, 0.5, 0.5), [0xa0, 0xb0, 0xc0])).toBeLessThanOrEqual(1);
    }
  });

  test('in a larger tile has the real pixels of the source, not a smaller tile enlarged', async () => {
    const bytes = await grains(400, 400).png().toBuffer();
    const [small, large] = [
      await preparePhoto(bytes, tile),
      await preparePhoto(bytes, { width: 400, height: 400 }),
    ];
    const source = await sharp(bytes).ensureAlpha().raw().toBuffer();
    expect(Buffer.compare(source, large.data)).toBe(0);
    expect(small.data).not.toHaveLength(large.data.length);
  });

  test('of extreme proportions is rejected', async () => {
    const bytes = await sharp({ create: { width: 1, height: 2000, channels: 3, background: '#000' } })
      .png()
      .toBuffer();
    await expect(preparePhoto(bytes, tile)).rejects.toThrow(
      'has 1 × 2000 pixels, which is too long and thin',
    );
  });
});
