import type { Pixels } from '../model/drawing.ts';
import type { Scale, Size } from '../model/vocabulary.ts';
import { packed } from './mix.ts';

/** Opaque pixels on which an image is drawn, also as one number for each pixel. In real pixels. */
export interface Canvas extends Pixels {
  readonly colors: Int32Array;
}

/** Returns a canvas of one colour, `#rrggbb`. */
export function canvasOf(size: Size, ground: string, scale: Scale): Canvas {
  const [width, height] = [size.width * scale, size.height * scale];
  const colors = new Int32Array(width * height).fill(packed(ground));
  return { data: new Uint8Array(colors.buffer), colors, width, height };
}
