import sharp, { type Sharp } from 'sharp';
import type { Pixels } from '../../model/drawing.ts';

/** Opens RGBA pixels with sharp. */
export function sharpOf({ data, width, height }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels: 4 } });
}
