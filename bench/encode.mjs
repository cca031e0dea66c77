import sharp from 'sharp';
import { fromBuild } from './build.mjs';

const ours = await fromBuild('raster/encode.js');

// As in our renderer processes.
sharp.concurrency(1);
sharp.cache(false);

/** Opaque RGBA rows to lossless WebP, with the setting that we use. */
export function encode(data, { width, height }) {
  return ours.encode({ data, width, height }, 'webp', false);
}

export function toPng(picture) {
  return sharp(picture).png().toBuffer();
}
