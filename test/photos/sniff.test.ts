import fc from 'fast-check';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { sniffPhotoFormat } from '../../src/photos/sniff.ts';

const square = sharp({ create: { width: 8, height: 8, channels: 3, background: '#336699' } });

test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)(
  'a sniff recognises a real %s file, and takes no shorter start for another format',
  async (kind) => {
    const bytes = await square.clone().toFormat(kind).toBuffer();
    expect(sniffPhotoFormat(bytes)).toBe(kind);
    for (let length = 0; length < 64; length++) {
      expect([undefined, kind]).toContain(sniffPhotoFormat(bytes.subarray(0, length)));
    }
    expect(sniffPhotoFormat(bytes.subarray(0, 2))).toBeUndefined();
  },
);

test.each([
  ['GIF87a', 'gif'],
  ['GIF88a', undefined],
  ['\xff\xd8\xff', 'jpeg'],
  ['\xff\xd8', undefined],
  ['\x89PNG\r\n\x1a\n', 'png'],
  ['\x89PNG\n\x1a\n', undefined],
  ['RIFF\0\0\0\0WEBP', 'webp'],
  ['RIFFWEBP', undefined],
  ['RIFFxxxWEBP', undefined],
  ['RIFF\0\0\0\0WAVE', undefined],
  ['\0\0\0\x14ftypavif\0\0\0\0', 'avif'],
  ['\0\0\0\x14ftypavis\0\0\0\0mif1', 'avif'],
  ['\0\0\0\x18ftypmif1\0\0\0\0miafavif', 'avif'],
  ['\0\0\0\x18ftypmif1avif\0\0\0\0miaf', undefined],
  ['\0\0\0\x10ftypmif1\0\0\0\0avif', undefined],
  ['\0\0\0\x14ftypheic\0\0\0\0heic', undefined],
  ['\xff\xff\xff\xffftypavif', 'avif'],
  ['\0\0\0\0ftypavif', undefined],
  ['\0\0\0\x08ftyp', undefined],
  ['ftypavif', undefined],
  ['BM', undefined],
  ['II*\0', undefined],
  ['%PDF-1.7', undefined],
  ['<svg xmlns="http://www.w3.org/2000/svg"/>', undefined],
  ['<html>GIF89a', undefined],
  [' GIF89a', undefined],
])('a sniff reads %j as %s', (start, kind) => {
  expect(sniffPhotoFormat(Buffer.from(start, 'latin1'))).toBe(kind);
});

test('a sniff reads an endless list of brands only up to a limit', () => {
  const box = Buffer.alloc(2 * 1024 * 1024, 'mif1');
  box.write('\x7f\xff\xff\xffftypmif1', 0, 'latin1');
  box.write('avif', 1024 * 1024, 'latin1');
  expect(sniffPhotoFormat(box)).toBeUndefined();
});

test('a sniff never throws, whatever the bytes and their offset in the buffer', () => {
  const starts = ['', '\xff\xd8\xff', 'RIFF', 'GIF8', '\0\0\0\x20ftyp', '\0\0\0\x09ftypavi'];
  fc.assert(
    fc.property(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 40 }), (start, rest) => {
      const bytes = Buffer.concat([Buffer.from('x'), Buffer.from(start, 'latin1'), rest]).subarray(1);
      sniffPhotoFormat(bytes);
      expect(bytes.length).toBeGreaterThanOrEqual(0);
    }),
  );
});
