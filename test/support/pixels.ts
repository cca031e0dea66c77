import type { Pixels } from '../../src/model/drawing.ts';

export interface Difference {
  /** Largest difference in any channel of any pixel, 0 to 255. */
  readonly most: number;
  /** Mean over all channels. */
  readonly mean: number;
}

export function difference(left: Pixels, right: Pixels): Difference {
  if (left.width !== right.width || left.height !== right.height)
    throw new Error('pictures of different sizes');
  let [most, sum] = [0, 0];
  for (let index = 0; index < left.data.length; index++) {
    const apart = Math.abs((left.data[index] ?? 0) - (right.data[index] ?? 0));
    most = Math.max(most, apart);
    sum += apart;
  }
  return { most, mean: sum / left.data.length };
}

/** For images without photos. */
export function noPhotos(): never {
  throw new Error('there are no pictures here');
}
