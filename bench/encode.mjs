import sharp from 'sharp';

// As in our renderer processes.
sharp.concurrency(1);
sharp.cache(false);

/**
 * Encodes opaque RGBA as lossless WebP at sharp's best setting: more effort takes longer, less makes far larger
 * files.
 */
export function encode(data, { width, height }) {
  return sharp(data, { raw: { width, height, channels: 4 } })
    .webp({ lossless: true, quality: 1, effort: 1 })
    .toBuffer();
}

export function toPng(picture) {
  return sharp(picture).png().toBuffer();
}
