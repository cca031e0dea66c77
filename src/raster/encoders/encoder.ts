import type { Pixels } from '../../model/drawing.ts';

/**
 * Encodes opaque pixels in one format.
 *
 * @param hasPhotos whether they hold many shades, for which a loss that cannot be seen is worth its bytes
 */
export type Encoder = (pixels: Pixels, hasPhotos: boolean) => Promise<Uint8Array> | Uint8Array;
