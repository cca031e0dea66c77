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

it('takes a PNG file as it is', () => {
  expect(pngArt(good)).toEqual({ kind: 'pixels', png: good.toString('base64') });
});

/** The file with one chunk changed, and a right checksum. */
function withHeader(change: (header: Buffer) => void): Buffer {
  const file = Buffer.from(good);
  change(file.subarray(16, 29));
  file.writeUInt32BE(crc32(file.subarray(12, 29)), 29);
  return file;
}

it.each<[string, Buffer, string]>([
  ['nothing', Buffer.alloc(0), 'is not a PNG file'],
  ['another kind', await sharp(good).webp().toBuffer(), 'is not a PNG file'],
  ['half of it', good.subarray(0, good.length >> 1), 'is a damaged PNG file'],
  ['all but the end', good.subarray(0, -12), 'is a damaged PNG file'],
  ['more than it', Buffer.concat([good, Buffer.from('x')]), 'is a damaged PNG file'],
  ['one bit turned', Buffer.from(good).fill(1, 45, 46), 'is a damaged PNG file'],
  ['a chunk longer than the file', Buffer.from(good).fill(0xff, 8, 12), 'is a damaged PNG file'],
  ['a tiny one', await pngOf(15, 64), 'has 15 × 64 pixels; a side may have 16 to 512'],
  ['a large one', await pngOf(64, 513), 'has 64 × 513 pixels; a side may have 16 to 512'],
  [
    'one that says it is enormous',
    withHeader((header) => header.writeUInt32BE(0x7fffffff, 0)),
    'has 2147483647 × 48 pixels; a side may have 16 to 512',
  ],
])('refuses %s', (_, bytes, problem) => {
  expect(() => pngArt(bytes)).toThrow(new ArtProblem(problem));
});
