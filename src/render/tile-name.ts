import type { Size } from '../model/words.ts';

/** The file of a picture's pixels in a size, in real pixels: `<digest>-<width>x<height>`. */
export function tileName(digest: string, { width, height }: Size): string {
  return `${digest}-${width}x${height}`;
}
