import sharp, { type Sharp } from 'sharp';
import { storedPhotoSide } from '../../../src/model/photo.ts';
import { UnusablePhotoError } from '../../../src/raster/photos/facts.ts';
import { preparePhoto } from '../../../src/raster/photos/prepare.ts';
import { reencodePhoto } from '../../../src/raster/photos/reencode.ts';

export const tile = { width: 60, height: 60 };

/** Red, green, blue and white quarters, from the top left in reading order. */
export const quarters = ['#e02020', '#20c040', '#2040e0', '#f0f0f0'] as const;

type Quarters = readonly [string, string, string, string];

/** The same quarters in colours that CMYK can reproduce. */
export const muted = ['#a85850', '#58a068', '#5070a0', '#f0f0f0'] as const;

export function quartered(width = 80, height = 80, [a, b, c, d]: Quarters = quarters): Sharp {
  const [x, y] = [width / 2, height / 2];
  return drawn(
    width,
    height,
    `<path fill="${a}" d="M0 0h${x}v${y}h-${x}z"/><path fill="${b}" d="M${x} 0h${x}v${y}h-${x}z"/>
     <path fill="${c}" d="M0 ${y}h${x}v${y}h-${x}z"/><path fill="${d}" d="M${x} ${y}h${x}v${y}h-${x}z"/>`,
  ).removeAlpha();
}

/** Draws SVG shapes on a transparent background. */
export function drawn(width: number, height: number, shapes: string): Sharp {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${shapes}</svg>`;
  return sharp(Buffer.from(svg));
}

/** Returns grey noise, about as hard to compress as a photo. */
export function grains(width: number, height: number): Sharp {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  return sharp({ create: { width, height, channels: 3, background: '#808080', noise } }).blur(1);
}

export const kinds = ['jpeg', 'png', 'webp', 'gif', 'avif'] as const;
export type Kind = (typeof kinds)[number];

export function encoded(image: Sharp, kind: Kind): Promise<Buffer> {
  if (kind === 'jpeg') return image.jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer();
  if (kind === 'webp') return image.webp({ quality: 95, effort: 0 }).toBuffer();
  if (kind === 'avif') return image.avif({ quality: 80, effort: 0, chromaSubsampling: '4:4:4' }).toBuffer();
  return image.toFormat(kind).toBuffer();
}

/** Returns R, G, B and A at a point, given as fractions of the width and height. */
export function colourAt(
  { data, width, height }: { data: Uint8Array; width: number; height: number },
  x: number,
  y: number,
): number[] {
  const at = (Math.floor(y * height) * width + Math.floor(x * width)) * 4;
  return [...data.subarray(at, at + 4)];
}

export function rgb(hex: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
}

/** Returns the largest difference of the first three channels. */
export function apart(left: readonly number[], right: readonly number[]): number {
  return Math.max(...[0, 1, 2].map((channel) => Math.abs((left[channel] ?? 0) - (right[channel] ?? 0))));
}

/** Returns the mean and the maximum difference between the pixels of two images of one size, of 255. */
export function difference(left: Uint8Array, right: Uint8Array): { mean: number; most: number } {
  if (left.length !== right.length) throw new Error(`${left.length} bytes against ${right.length}`);
  let [sum, most] = [0, 0];
  for (const [at, value] of left.entries()) {
    const apart = Math.abs(value - (right[at] ?? 0));
    sum += apart;
    most = Math.max(most, apart);
  }
  return { mean: sum / left.length, most };
}

/** Takes a photo in, and returns `right` if the result has a right size. */
type TakeIn = (bytes: Uint8Array) => Promise<string>;

const intoTile: TakeIn = async (bytes) => {
  const { data, width, height } = await preparePhoto(bytes, tile);
  const isRight =
    width === tile.width && height === tile.height && data.length === tile.width * tile.height * 4;
  return isRight ? 'right' : `${width} × ${height}, ${data.length} bytes`;
};

const intoStore: TakeIn = async (bytes) => {
  const { bytes: stored, ...size } = await reencodePhoto(bytes);
  const { format, width, height, exif, icc, xmp, pages = 1 } = await sharp(stored).metadata();
  const isRight =
    format === 'webp' &&
    pages === 1 &&
    width === size.width &&
    height === size.height &&
    !exif &&
    !icc &&
    !xmp;
  return isRight && Math.max(width, height) <= storedPhotoSide ? 'right' : `${format}, ${width} × ${height}`;
};

/** What becomes of a photo: a tile of a board, or an upload that is stored. */
export const uses = [
  ['for a tile', (bytes: Uint8Array) => outcome(bytes)],
  ['for an upload', (bytes: Uint8Array) => outcome(bytes, intoStore)],
] as const;

/** Returns the reason for a rejection, or `right` for pixels of the right size. Other errors are thrown. */
async function outcome(bytes: Uint8Array, takeIn = intoTile): Promise<string> {
  try {
    return await takeIn(bytes);
  } catch (error) {
    if (error instanceof UnusablePhotoError) return error.message;
    throw error;
  }
}
