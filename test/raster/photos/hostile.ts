import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { drawn, encoded, type Kind, kinds } from './support.ts';

/** Returns a PNG that claims to be `width` × `height` and has almost no data. */
export function pngBomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // 8 bits a channel, RGB.
  header.set([8, 2], 8);
  const rows = deflateSync(Buffer.alloc(100_000));
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([
    signature,
    pngChunk('IHDR', header),
    pngChunk('IDAT', rows),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}

/** Returns a lossless WebP of 36 bytes that claims to be 16383 × 16383. */
export function webpBomb(): Buffer {
  const bytes = Buffer.alloc(36);
  bytes.write('RIFF', 0);
  bytes.writeUInt32LE(28, 4);
  bytes.write('WEBPVP8L', 8);
  bytes.writeUInt32LE(16, 16);
  bytes[20] = 0x2f;
  bytes.writeUInt32LE(16382 | (16382 << 14), 21);
  return bytes;
}

/** Returns a JPEG whose frame claims to be `side` × `side`. */
export async function jpegBomb(side: number, progressive = false): Promise<Buffer> {
  const bytes = Buffer.from(await dot().jpeg({ progressive }).toBuffer());
  const frame = bytes.indexOf(Buffer.from([0xff, progressive ? 0xc2 : 0xc0]));
  bytes.writeUInt16BE(side, frame + 5);
  bytes.writeUInt16BE(side, frame + 7);
  return bytes;
}

/** Returns a GIF whose screen and first frame claim to be `side` × `side`. */
export async function gifBomb(side: number): Promise<Buffer> {
  const bytes = Buffer.from(await dot().gif().toBuffer());
  const frame = bytes.indexOf(Buffer.from([0x2c, 0, 0, 0, 0]));
  for (const at of [6, 8, frame + 5, frame + 7]) bytes.writeUInt16LE(side, at);
  return bytes;
}

/** Returns an AVIF whose image claims to be `side` × `side`, unlike its coded frame. */
export async function avifBomb(side: number): Promise<Buffer> {
  const bytes = Buffer.from(await dot().avif().toBuffer());
  const extents = bytes.indexOf('ispe');
  bytes.writeUInt32BE(side, extents + 8);
  bytes.writeUInt32BE(side, extents + 12);
  return bytes;
}

function dot() {
  return drawn(64, 64, `<path fill="#c33" d="M0 0h64v64h-64z"/>`).removeAlpha();
}

/** Returns files of some hundred to a few thousand bytes, to truncate and damage. */
export async function victims(): Promise<Record<string, Buffer>> {
  const photo = () =>
    drawn(
      90,
      70,
      `<path fill="#c63" d="M0 0h90v70h-90z"/><circle cx="40" cy="30" r="25" fill="#269"/>
       <path stroke="#fff" d="M5 60L80 9"/>`,
    ).removeAlpha();
  const plain = await Promise.all(kinds.map(async (kind) => [kind, await encoded(photo(), kind)] as const));
  return {
    ...Object.fromEntries<Buffer>(plain),
    'progressive jpeg': await photo().jpeg({ progressive: true }).toBuffer(),
    'interlaced png': await photo().png({ progressive: true }).toBuffer(),
    'palette png': await photo().png({ palette: true }).toBuffer(),
    'lossless webp': await photo().webp({ lossless: true }).toBuffer(),
    'jpeg with everything': await photo()
      .withIccProfile('p3')
      .withExif({ IFD0: { Copyright: 'nobody' } })
      .jpeg()
      .toBuffer(),
  };
}

/** Returns frames of `side` × `side` in changing greys, as one GIF or WebP. The first frame is red. */
export async function animated(kind: Extract<Kind, 'gif' | 'webp'>, frames: number, side: number) {
  const data = Buffer.alloc(frames * side * side * 3);
  for (let frame = 0; frame < frames; frame++)
    data.fill(
      Buffer.from(frame ? [(frame * 97) % 256, (frame * 59) % 256, 0] : [255, 0, 0]),
      frame * side * side * 3,
    );
  return sharp(data, { raw: { width: side, height: frames * side, channels: 3, pageHeight: side } })
    .toFormat(kind, kind === 'webp' ? { effort: 0, lossless: true } : { effort: 1 })
    .toBuffer();
}

/** Returns a generator of numbers from 0 to below 1 with a fixed sequence (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
