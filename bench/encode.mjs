import sharp from 'sharp';
import { fromBuild } from './build.mjs';

const ours = await fromBuild('raster/encode.js');

sharp.concurrency(1);

/** Opaque RGBA rows to lossless WebP, with the setting that we use. */
export function encode(data, { width, height }) {
  return ours.encode({ data, width, height }, 'webp');
}

/** The RGBA rows of a finished picture. */
export function decode(picture) {
  return sharp(picture).ensureAlpha().raw().toBuffer();
}

export function toPng(picture) {
  return sharp(picture).png().toBuffer();
}
