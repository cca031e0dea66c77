import { crc32 } from 'node:zlib';
import type { PixelArt } from '../../model/board.ts';
import { ArtProblem } from './art-problem.ts';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Bytes of a chunk's length, type and checksum (PNG, third edition, 5.3). */
const chunkFrame = 12;
/** Limits of a side, in px. */
const sides = { min: 16, max: 512 };

/**
 * Checks the chunks, checksums and size of a PNG file, and keeps its bytes unchanged.
 *
 * @throws ArtProblem
 */
export function pngArt(bytes: Uint8Array): PixelArt {
  const file = Buffer.from(bytes);
  if (!file.subarray(0, signature.length).equals(signature)) throw new ArtProblem('is not a PNG file');
  const types: string[] = [];
  let offset = signature.length;
  while (offset < file.length && types.at(-1) !== 'IEND') {
    if (offset + chunkFrame > file.length) throw damaged();
    const end = offset + 8 + file.readUInt32BE(offset);
    if (end + 4 > file.length) throw damaged();
    if (crc32(file.subarray(offset + 4, end)) !== file.readUInt32BE(end)) throw damaged();
    types.push(file.toString('latin1', offset + 4, offset + 8));
    offset = end + 4;
  }
  if (types[0] !== 'IHDR' || !types.includes('IDAT') || types.at(-1) !== 'IEND' || offset !== file.length)
    throw damaged();
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)];
  if (Math.min(width, height) < sides.min || Math.max(width, height) > sides.max)
    throw new ArtProblem(`has ${width} × ${height} pixels; a side may have ${sides.min} to ${sides.max}`);
  return { kind: 'pixels', png: file.toString('base64') };
}

function damaged(): ArtProblem {
  return new ArtProblem('is a damaged PNG file');
}
