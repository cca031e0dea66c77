import type { Pixels } from '../../model/drawing.ts';

/**
 * Encodes opaque pixels in one format.
 *
 * @param hasPhotos whether the pixels have many shades, which makes invisible loss worth its savings
 */
export type Encoder = (pixels: Pixels, hasPhotos: boolean) => Promise<Uint8Array> | Uint8Array;
