import { crc32 } from 'node:zlib';
import type { PixelArt } from '../../model/board.ts';
import { ArtProblem } from './art-problem.ts';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Length, type and checksum of a chunk beside its data (PNG, third edition, 5.3). */
const chunkFrame = 12;
const sides = { least: 16, most: 512 };

/**
 * Takes a PNG file as it is, once its frame is whole: every chunk with its checksum, and a size that costs little.
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
  if (Math.min(width, height) < sides.least || Math.max(width, height) > sides.most)
    throw new ArtProblem(`has ${width} × ${height} pixels; a side may have ${sides.least} to ${sides.most}`);
  return { kind: 'pixels', png: file.toString('base64') };
}

function damaged(): ArtProblem {
  return new ArtProblem('is a damaged PNG file');
}
