import fc from 'fast-check';
import sharp, { type JpegOptions } from 'sharp';
import { describe, expect, test } from 'vitest';
import type { Size } from '../../../src/model/vocabulary.ts';
import { decodePlainJpeg } from '../../../src/raster/photos/decode-plain-jpeg.ts';
import { readPlainJpeg } from '../../../src/raster/photos/plain-jpeg.ts';
import { preparePhoto } from '../../../src/raster/photos/prepare.ts';
import { adobe, type JpegShape, jfif, writeJpeg } from '../../support/jpeg-writer.ts';
import { difference, drawn, encoded, quartered } from './support.ts';

const jpeg = (options: JpegOptions = {}, width = 90, height = 70) =>
  quartered(width, height).jpeg(options).toBuffer();

function sizeOfPlain(bytes: Uint8Array): Size | undefined {
  const jpeg = readPlainJpeg(bytes);
  return jpeg && { width: jpeg.width, height: jpeg.height };
}

/** Returns the position of the entropy-coded data. */
function scanOf(bytes: Buffer): number {
  return bytes.indexOf('ffda', 'hex') + 14;
}

const end = Buffer.from('ffd9', 'hex');

/** Fills `length` bytes at `at`. */
function overwritten(bytes: Buffer, at: number, length: number, value: number | string): Buffer {
  return bytes.fill(typeof value === 'string' ? Buffer.from(value, 'hex') : value, at, at + length);
}

/** Returns a JPEG of a shape that sharp does not write. */
function written(sampling: string, others: Partial<JpegShape> = {}, ids = [1, 2, 3]): Buffer {
  const parts = sampling.split(' ');
  const components = parts.map((part, at) => ({ id: ids[at] ?? 0, h: Number(part[0]), v: Number(part[1]) }));
  const pixels = Uint8Array.from({ length: 60 * 56 * 3 }, (_, at) => (at * at) % 251);
  return writeJpeg(pixels, { width: 60, height: 56, components, ...others });
}

/** Returns a JPEG with the detail of a photo: smooth colours, edges, and grain. */
async function photo(width: number, height: number, options: JpegOptions): Promise<Buffer> {
  const grain = { type: 'gaussian', mean: 128, sigma: 18 } as const;
  const input = { create: { width, height, channels: 3, background: '#808080', noise: grain } } as const;
  const shapes = `<linearGradient id="g" x2="1" y2="1"><stop stop-color="#e73"/><stop offset="1" stop-color="#137"/>
    </linearGradient><path fill="url(#g)" d="M0 0h999v999H0z"/><circle cx="40%" cy="40%" r="25%" fill="#fe9"/>
    <path stroke="#fff" stroke-width="3" d="M9 99L400 40"/>`;
  return drawn(width, height, shapes)
    .composite([{ input, blend: 'soft-light' }])
    .removeAlpha()
    .jpeg(options)
    .toBuffer();
}

describe('a plain JPEG', () => {
  test.each<[string, JpegOptions]>([
    ['with full colours', { chromaSubsampling: '4:4:4' }],
    ['with halved colours', { chromaSubsampling: '4:2:0' }],
    ['with optimised tables', { optimiseCoding: true, quality: 40 }],
  ])('%s is recognised, with its size', async (_, options) => {
    expect(sizeOfPlain(await jpeg(options))).toEqual({ width: 90, height: 70 });
  });

  test('is recognised in a view of a larger buffer', async () => {
    const bytes = await jpeg();
    const among = Buffer.concat([Buffer.alloc(7, 0xff), bytes, Buffer.alloc(5)]);
    expect(sizeOfPlain(among.subarray(7, 7 + bytes.length))).toEqual({ width: 90, height: 70 });
  });

  test.each<[string, () => Buffer | Promise<Buffer>]>([
    ['a progressive one', () => jpeg({ progressive: true })],
    ['a grey one', () => quartered().greyscale().toColourspace('b-w').jpeg().toBuffer()],
    ['one in CMYK', () => quartered().toColourspace('cmyk').jpeg().toBuffer()],
    ['one with a colour profile', () => quartered().withIccProfile('p3').jpeg().toBuffer()],
    ['one with an orientation', () => quartered().withMetadata({ orientation: 6 }).jpeg().toBuffer()],
    ['one of more than 1 000 000 pixels', () => jpeg({}, 1001, 1000)],
    ['one without an end marker', async () => (await jpeg()).subarray(0, -2)],
    ['one with trailing bytes', async () => Buffer.concat([await jpeg(), Buffer.from([0])])],
    [
      'one without a scan',
      async () => Buffer.concat([(await jpeg()).subarray(0, 40), Buffer.from('ffd9', 'hex')]),
    ],
    ['one with fuller chroma than luma', () => written('11 21 21')],
    ['one with chroma of two samplings', () => written('22 21 12')],
    ['one with a quarter of the chroma', () => written('41 11 11')],
    ['one with RGB in place of YCbCr', () => written('11 11 11', { isRgb: true }, [82, 71, 66])],
    ['one that states its transform', () => written('11 11 11', { segments: [adobe(0)] })],
    ['one with unknown ids', () => written('11 11 11', {}, [7, 8, 9])],
    ['one with a repeated id', () => written('11 11 11', {}, [1, 1, 1])],
    ['one with a scan for each component', () => written('11 11 11', { scans: [[0], [1], [2]] })],
    ['one with two components in its scan', () => written('11 11 11', { scans: [[0, 1], [2]] })],
    ['one with components in another order', () => written('11 11 11', { scans: [[0, 2, 1]] })],
    ['one of 15 pixels', () => jpeg({}, 15, 15)],
    ['a start and an end', () => Buffer.from('ffd8ffd9', 'hex')],
    ['nothing', () => Buffer.alloc(0)],
    ['a PNG', () => encoded(quartered(), 'png')],
  ])('is not %s', async (_, make) => {
    expect(sizeOfPlain(await make())).toBeUndefined();
  });

  test.each(['11 11 11', '21 11 11', '12 11 11', '22 11 11'])('may have the sampling %s', (sampling) => {
    for (const ids of [
      [1, 2, 3],
      [0, 1, 2],
    ])
      for (const restart of [0, 1, 5]) {
        const bytes = written(sampling, { restart, segments: [jfif] }, ids);
        const read = readPlainJpeg(bytes);
        expect(read && decodePlainJpeg(read, { width: 30, height: 28 })).toHaveLength(30 * 28 * 4);
      }
  });

  // The decoder panics on this one.
  test('does not end the process with fuller chroma and a missing scan', async () => {
    const bytes = written('11 21 21', { scans: [[0]], restart: 1000 });
    await expect(preparePhoto(bytes, { width: 30, height: 28 })).resolves.toMatchObject({ width: 30 });
  });

  test('may have 1 000 000 pixels', async () => {
    expect(sizeOfPlain(await jpeg({}, 1000, 1000))).toEqual({ width: 1000, height: 1000 });
  });

  test('can be looked for in arbitrary bytes without an error', () => {
    const bytes = fc.uint8Array({ maxLength: 300 });
    fc.assert(
      fc.property(bytes, (some) => {
        sizeOfPlain(some);
        sizeOfPlain(Uint8Array.from([0xff, 0xd8, ...some, 0xff, 0xd9]));
      }),
    );
  });

  test.each<[string, (bytes: Buffer) => Buffer]>([
    ['whose codes are damaged', (bytes) => overwritten(bytes, bytes.indexOf('ffc4', 'hex') + 5, 15, 0xff)],
    ['whose codes are too many', (bytes) => overwritten(bytes, bytes.indexOf('ffc4', 'hex') + 5, 1, 3)],
    ['with a missing restart', (bytes) => overwritten(bytes, bytes.indexOf('ffdd', 'hex') + 5, 1, 3)],
    ['with an end before its end', (bytes) => Buffer.concat([bytes.subarray(0, -400), end])],
    ['with an end after its header', (bytes) => Buffer.concat([bytes.subarray(0, scanOf(bytes)), end])],
    ['with zeros in its data', (bytes) => overwritten(bytes, scanOf(bytes) + 50, 200, 0)],
    ['with removed data', (bytes) => Buffer.concat([bytes.subarray(0, -500), bytes.subarray(-450)])],
    ['with repeated data', (bytes) => Buffer.concat([bytes.subarray(0, -450), bytes.subarray(-500)])],
    ['with a restart in its data', (bytes) => overwritten(bytes, scanOf(bytes) + 50, 2, 'ffd0')],
  ])('%s is left to the general decoder', (_, damage) => {
    const bytes = written('22 11 11', { restart: 5 });
    const size = { width: 30, height: 30 };
    const whole = readPlainJpeg(bytes);
    expect(whole && decodePlainJpeg(whole, size)).toBeDefined();
    const damaged = damage(Buffer.from(bytes));
    const read = readPlainJpeg(damaged);
    expect(read && decodePlainJpeg(read, size)).toBeUndefined();
  });

  test.each([
    [{ width: 45, height: 36 }, '4:2:0', 0.7],
    [{ width: 116, height: 116 }, '4:2:0', 0.7],
    [{ width: 232, height: 232 }, '4:2:0', 0.7],
    [{ width: 400, height: 320 }, '4:4:4', 0.7],
    [{ width: 116, height: 90 }, '4:4:4', 0.7],
    [{ width: 60, height: 50 }, '4:2:0', 0.7],
    [{ width: 30, height: 20 }, '4:2:0', 0.7],
  ] as const)('looks the same in %o with the general decoder', async (size, chromaSubsampling, most) => {
    const bytes = await photo(400, 320, { quality: 82, chromaSubsampling });
    // A trailing byte selects the general decoder.
    const other = Buffer.concat([bytes, Buffer.from([0])]);
    expect([sizeOfPlain(bytes), sizeOfPlain(other)]).toEqual([{ width: 400, height: 320 }, undefined]);
    const [left, right] = [await preparePhoto(bytes, size), await preparePhoto(other, size)];
    expect(right).toMatchObject({ ...size, isOpaque: left.isOpaque });
    expect(difference(left.data, right.data).mean).toBeLessThan(most);
  });

  test('is decoded the same after a damaged one', async () => {
    const bytes = await photo(90, 70, { quality: 60 });
    const pixelsOf = (jpeg: Buffer) => {
      const read = readPlainJpeg(jpeg);
      return read && decodePlainJpeg(read, { width: 45, height: 35 });
    };
    const before = pixelsOf(bytes);
    expect(before).toBeDefined();
    // Ones are no code.
    for (let at = scanOf(bytes) + 50; at < bytes.length - 200; at += 40)
      expect(pixelsOf(overwritten(Buffer.from(bytes), at, 8, 'ff00ff00'))).toBeUndefined();
    expect(pixelsOf(bytes)).toEqual(before);
  });

  test('is enlarged like any other photo', async () => {
    const bytes = await jpeg();
    const size = { width: 200, height: 200 };
    const other = await sharp(bytes)
      .resize({ ...size, fit: 'cover' })
      .ensureAlpha()
      .raw()
      .toBuffer();
    const { data } = await preparePhoto(bytes, size);
    expect(difference(data, other).most).toBeLessThan(2);
  });
});
