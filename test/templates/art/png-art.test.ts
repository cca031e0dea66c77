import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { ArtProblem } from '../../../src/templates/art/art-problem.ts';
import { pngArt } from '../../../src/templates/art/png-art.ts';

const pngOf = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: '#12345680' } })
    .png()
    .toBuffer();
const good = await pngOf(64, 48);

it('pngArt keeps the bytes of a valid file', () => {
  expect(pngArt(good)).toEqual({ kind: 'pixels', png: good.toString('base64') });
});

/** Returns the file with its header changed and a correct checksum. */
function withHeader(change: (header: Buffer) => void): Buffer {
  const file = Buffer.from(good);
  change(file.subarray(16, 29));
  file.writeUInt32BE(crc32(file.subarray(12, 29)), 29);
  return file;
}

it.each<[string, Buffer, string]>([
  ['an empty file', Buffer.alloc(0), 'is not a PNG file'],
  ['a WebP file', await sharp(good).webp().toBuffer(), 'is not a PNG file'],
  ['a file cut in half', good.subarray(0, good.length >> 1), 'is a damaged PNG file'],
  ['a file without its last chunk', good.subarray(0, -12), 'is a damaged PNG file'],
  ['a file with bytes after its end', Buffer.concat([good, Buffer.from('x')]), 'is a damaged PNG file'],
  ['a file with a changed byte', Buffer.from(good).fill(1, 45, 46), 'is a damaged PNG file'],
  ['a chunk longer than the file', Buffer.from(good).fill(0xff, 8, 12), 'is a damaged PNG file'],
  [
    'an image with a side under 16 pixels',
    await pngOf(15, 64),
    'has 15 × 64 pixels; a side may have 16 to 512',
  ],
  [
    'an image with a side over 512 pixels',
    await pngOf(64, 513),
    'has 64 × 513 pixels; a side may have 16 to 512',
  ],
  [
    'a header that claims an enormous size',
    withHeader((header) => header.writeUInt32BE(0x7fffffff, 0)),
    'has 2147483647 × 48 pixels; a side may have 16 to 512',
  ],
])('pngArt refuses %s', (_, bytes, problem) => {
  expect(() => pngArt(bytes)).toThrow(new ArtProblem(problem));
});
