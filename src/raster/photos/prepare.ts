import sharp, { type Metadata, type SharpOptions } from 'sharp';
import type { PhotoPixels } from '../../model/drawing.ts';
import type { Size } from '../../model/vocabulary.ts';
import { attentionCrop, cutOut } from './crop.ts';
import { decodedFormats } from './decoders.ts';
import { decodePlainJpeg, plainJpegSize } from './plain-jpeg.ts';

/** Bytes that are no picture, or none that is drawn; `message` says why and may be shown to anyone. */
export class UnusablePhotoError extends Error {
  override readonly name = 'BadPicture';
}

/**
 * Most pixels of a picture, before anything of it is decoded: a peak of 420 MB at worst (16 bits, interlaced). AVIF
 * is decoded in one piece at 18 bytes a pixel, and 700 MB would come of 800 bytes.
 */
const maxPixels = 40_000_000;
const maxAvifPixels = 16_000_000;
/** So thin that nothing can be seen of it, and costly to enlarge. */
const longestShape = 100;

const readSafely: SharpOptions = {
  limitInputPixels: maxPixels,
  // Cut off pictures are refused; what decoders only warn of is common on the web.
  failOn: 'error',
  // The first frame.
  pages: 1,
  sequentialRead: true,
};

/** A crop that cuts less than this share of a picture away keeps its middle. */
const slightCrop = 0.15;
/** Of longer pictures only this many tiles around the middle are looked at for what draws the eye. */
const farthestLook = 4;
/** From this share of see-through pixels on, a picture is a logo and not a photo. */
const logoShare = 0.005;
/** Air around a logo, as a share of the tile's shorter side, and how much a small one is enlarged at most. */
const logoMargin = 0.07;
const logoEnlargement = 3;

/**
 * Decodes untrusted bytes to exactly `size`, in real pixels of sRGB. Photos cover it, from the part that draws the
 * eye where much has to be cut; pictures with see-through parts are contained whole.
 *
 * @throws BadPicture
 */
export async function preparePhoto(bytes: Uint8Array, size: Size): Promise<PhotoPixels> {
  return (await preparePlainJpeg(bytes, size)) ?? prepareAny(bytes, size);
}

async function preparePlainJpeg(bytes: Uint8Array, size: Size): Promise<PhotoPixels | undefined> {
  const photo = plainJpegSize(bytes);
  if (photo === undefined || isTooLong(photo)) return undefined;
  const whole = coverSize(photo, size);
  // Enlarged by another kernel, they would look unlike all other pictures.
  if (whole.width > photo.width || whole.height > photo.height) return undefined;
  const pixels = await decodePlainJpeg(bytes, whole);
  return pixels && covering(pixels, whole, size);
}

async function prepareAny(bytes: Uint8Array, size: Size): Promise<PhotoPixels> {
  const facts = await readFacts(bytes);
  try {
    const whole = coverSize(facts.autoOrient, size);
    const pixels = await decode(bytes, facts, whole);
    if (facts.hasAlpha && seeThroughShare(pixels) > logoShare)
      return { ...size, data: await contain(bytes, facts, size), isOpaque: false };
    if (facts.hasAlpha) layOnWhite(pixels);
    return covering(pixels, whole, size);
  } catch (cause) {
    throw new UnusablePhotoError('the picture is damaged', { cause });
  }
}

/** Of opaque pixels the part of `size` that draws the eye. */
function covering(pixels: Uint8Array, whole: Size, size: Size): PhotoPixels {
  const isWhole = whole.width === size.width && whole.height === size.height;
  const data = isWhole ? pixels : cutOut(pixels, whole, size, attentionCrop(pixels, whole, size));
  return { ...size, data, isOpaque: true };
}

async function readFacts(bytes: Uint8Array): Promise<Metadata> {
  let facts: Metadata;
  try {
    facts = await sharp(bytes, { ...readSafely, limitInputPixels: false }).metadata();
  } catch (cause) {
    throw new UnusablePhotoError('not a picture that can be read', { cause });
  }
  const { width, height, format, compression } = facts;
  // HEIC is read by the same loader as AVIF, and never decoded.
  if (!decodedFormats.has(format) || compression === 'hevc')
    throw new UnusablePhotoError('not a picture that can be read');
  const most = format === 'heif' ? maxAvifPixels : maxPixels;
  if (width * height > most)
    throw new UnusablePhotoError(`has ${width} × ${height} pixels, and ${most / 1e6} million is the most`);
  if (isTooLong(facts))
    throw new UnusablePhotoError(`has ${width} × ${height} pixels, which is too long and thin`);
  return facts;
}

function isTooLong({ width, height }: Size): boolean {
  return Math.max(width / height, height / width) > longestShape;
}

/** The picture upright and in sRGB, stretched to `size` or cut to it around its middle: RGBA. */
async function decode(
  bytes: Uint8Array,
  { depth }: Metadata,
  size: Size,
  fit: 'cover' | 'fill' = 'cover',
): Promise<Uint8Array> {
  const image = sharp(bytes, readSafely).autoOrient().toColourspace('srgb');
  // sharp leaves pictures of 16 bits with a profile in Display P3, unless they are made 8 bits before all else.
  if (depth !== 'uchar') image.pipelineColourspace('srgb');
  const { data, info } = await image
    .resize({ ...size, fit })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return info.channels === 4 ? data : withAlpha(data);
}

/** RGB as opaque RGBA; as a step of libvips (`ensureAlpha`) it takes a tenth of a small picture's time. */
function withAlpha(pixels: Uint8Array): Uint8Array {
  const data = new Uint8Array((pixels.length / 3) * 4).fill(255);
  for (let from = 0, to = 0; from < pixels.length; from += 3, to += 4) {
    data[to] = pixels[from] ?? 0;
    data[to + 1] = pixels[from + 1] ?? 0;
    data[to + 2] = pixels[from + 2] ?? 0;
  }
  return data;
}

/** What to decode to cover a tile: the tile itself, or more along the axis where much is to be cut. */
function coverSize(photo: Size, size: Size): Size {
  const scale = Math.max(size.width / photo.width, size.height / photo.height);
  const extent = (whole: number, kept: number) =>
    kept > whole * scale * (1 - slightCrop) ? kept : Math.min(Math.round(whole * scale), kept * farthestLook);
  return { width: extent(photo.width, size.width), height: extent(photo.height, size.height) };
}

async function contain(bytes: Uint8Array, facts: Metadata, size: Size): Promise<Uint8Array> {
  const margin = Math.round(Math.min(size.width, size.height) * logoMargin);
  const room = { width: size.width - 2 * margin, height: size.height - 2 * margin };
  const { width, height } = facts.autoOrient;
  const scale = Math.min(room.width / width, room.height / height, logoEnlargement);
  const drawn = {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
  return centred(await decode(bytes, facts, drawn, 'fill'), drawn, size);
}

function seeThroughShare(pixels: Uint8Array): number {
  let seeThrough = 0;
  for (let at = 3; at < pixels.length; at += 4) if ((pixels[at] ?? 255) < 250) seeThrough++;
  return seeThrough / (pixels.length / 4);
}

/** In place. */
function layOnWhite(pixels: Uint8Array): void {
  for (let at = 0; at < pixels.length; at += 4) {
    const alpha = pixels[at + 3] ?? 255;
    if (alpha === 255) continue;
    for (let channel = at; channel < at + 3; channel++)
      pixels[channel] = Math.round(((pixels[channel] ?? 0) * alpha) / 255 + 255 - alpha);
    pixels[at + 3] = 255;
  }
}

/** Pixels in the middle of a see-through tile. */
function centred(pixels: Uint8Array, drawn: Size, size: Size): Uint8Array {
  const data = new Uint8Array(size.width * size.height * 4);
  const left = Math.floor((size.width - drawn.width) / 2);
  const top = Math.floor((size.height - drawn.height) / 2);
  for (let row = 0; row < drawn.height; row++) {
    const from = row * drawn.width * 4;
    data.set(pixels.subarray(from, from + drawn.width * 4), ((top + row) * size.width + left) * 4);
  }
  return data;
}
