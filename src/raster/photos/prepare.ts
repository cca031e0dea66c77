import type { Metadata } from 'sharp';
import type { PhotoPixels } from '../../model/drawing.ts';
import type { Size } from '../../model/vocabulary.ts';
import { attentionCrop, cutOut } from './crop.ts';
import { decodePlainJpeg } from './decode-plain-jpeg.ts';
import { isTooLong, readFacts, UnusablePhotoError, upright } from './facts.ts';
import { readPlainJpeg } from './plain-jpeg.ts';

/** A crop that removes less than this share of a photo is centred. */
const slightCrop = 0.15;
/** Of longer photos, only this many tiles around the middle are searched for interesting content. */
const farthestLook = 4;
/** An image with more than this share of transparent pixels is a logo, not a photo. */
const logoShare = 0.005;
/** Margin of a logo, as a share of the tile's shorter side, and the maximum enlargement of a small logo. */
const logoMargin = 0.07;
const logoEnlargement = 3;

/**
 * Decodes untrusted bytes to exactly `size`, in real pixels of sRGB. Photos cover the tile; if much has to be cut,
 * the crop shows the most interesting part. Images with transparent parts are contained whole.
 *
 * @throws UnusablePhotoError
 */
export async function preparePhoto(bytes: Uint8Array, size: Size): Promise<PhotoPixels> {
  return preparePlainJpeg(bytes, size) ?? prepareAny(bytes, size);
}

function preparePlainJpeg(bytes: Uint8Array, size: Size): PhotoPixels | undefined {
  const photo = readPlainJpeg(bytes);
  if (photo === undefined || isTooLong(photo)) return undefined;
  const whole = coverSize(photo, size);
  // Another kernel would make enlarged photos look unlike all others.
  if (whole.width > photo.width || whole.height > photo.height) return undefined;
  const pixels = decodePlainJpeg(photo, whole);
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

/** Returns the most interesting part of opaque pixels. */
function covering(pixels: Uint8Array, whole: Size, size: Size): PhotoPixels {
  const isWhole = whole.width === size.width && whole.height === size.height;
  const data = isWhole ? pixels : cutOut(pixels, whole, size, attentionCrop(pixels, whole, size));
  return { ...size, data, isOpaque: true };
}

/** Decodes a photo upright and in sRGB, stretched to `size` or cropped around its middle: RGBA. */
async function decode(
  bytes: Uint8Array,
  facts: Metadata,
  size: Size,
  fit: 'cover' | 'fill' = 'cover',
): Promise<Uint8Array> {
  const { data, info } = await upright(bytes, facts)
    .resize({ ...size, fit })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return info.channels === 4 ? data : withAlpha(data);
}

/** Converts RGB to opaque RGBA. In libvips (`ensureAlpha`) this step takes a tenth of a small photo's time. */
function withAlpha(pixels: Uint8Array): Uint8Array {
  const data = new Uint8Array((pixels.length / 3) * 4).fill(255);
  for (let from = 0, to = 0; from < pixels.length; from += 3, to += 4) {
    data[to] = pixels[from] ?? 0;
    data[to + 1] = pixels[from + 1] ?? 0;
    data[to + 2] = pixels[from + 2] ?? 0;
  }
  return data;
}

/** Returns the size to decode in order to cover a tile: that of the tile, or more along an axis where much is cut. */
function coverSize(photo: Size, size: Size): Size {
  const scale = Math.max(size.width / photo.width, size.height / photo.height);
  const extent = (whole: number, part: number) =>
    part > whole * scale * (1 - slightCrop) ? part : Math.min(Math.round(whole * scale), part * farthestLook);
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

/** Blends pixels with white, in place. */
function layOnWhite(pixels: Uint8Array): void {
  for (let at = 0; at < pixels.length; at += 4) {
    const alpha = pixels[at + 3] ?? 255;
    if (alpha === 255) continue;
    for (let channel = at; channel < at + 3; channel++)
      pixels[channel] = Math.round(((pixels[channel] ?? 0) * alpha) / 255 + 255 - alpha);
    pixels[at + 3] = 255;
  }
}

/** Returns a transparent tile with the pixels in its middle. */
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
