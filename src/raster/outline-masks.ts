import type { PhotoMark } from '../model/drawing.ts';
import { drawingCache } from '../model/drawing-caches.ts';
import type { Scale } from '../model/vocabulary.ts';
import { pathCoverage } from './render-svg.ts';

/** The coverage of an outline, 0 to 255 for each pixel, and the rows that it covers completely. In real pixels. */
export interface OutlineMask {
  readonly coverage: Uint8Array;
  readonly isWhole: readonly boolean[];
}

/** A cache of the coverage of photo outlines as resvg draws it. */
export class OutlineMasks {
  readonly #masks = drawingCache<OutlineMask>('cuts', ({ coverage }) => coverage.length);

  of(mark: PhotoMark, scale: Scale): OutlineMask {
    const key = `${scale} ${mark.outline}`;
    const mask = this.#masks.get(key) ?? draw(mark, scale);
    this.#masks.set(key, mask);
    return mask;
  }
}

function draw({ width, height, outline }: PhotoMark, scale: Scale): OutlineMask {
  const coverage = pathCoverage(outline, { width, height }, scale);
  const rowLength = width * scale;
  const isWhole = Array.from({ length: height * scale }, (_, row) =>
    coverage.subarray(row * rowLength, (row + 1) * rowLength).every((cover) => cover === 255),
  );
  return { coverage, isWhole };
}
