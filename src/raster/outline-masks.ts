import { Resvg } from '@resvg/resvg-js';
import type { PictureMark } from '../model/drawing.ts';
import type { Scale } from '../model/words.ts';

/** How much of each pixel an outline covers, 0 to 255, and which rows it covers whole. In real pixels. */
export interface OutlineMask {
  readonly coverage: Uint8Array;
  readonly isWhole: readonly boolean[];
}

/** Boards have one or two outlines each; the oldest go first. */
const remembered = 64;

/** Coverage of picture outlines as resvg draws it. */
export class OutlineMasks {
  readonly #masks = new Map<string, OutlineMask>();

  of(mark: PictureMark, scale: Scale): OutlineMask {
    const key = `${scale} ${mark.outline}`;
    const mask = this.#masks.get(key) ?? draw(mark, scale);
    this.#masks.delete(key);
    this.#masks.set(key, mask);
    const oldest = this.#masks.size > remembered ? this.#masks.keys().next().value : undefined;
    if (oldest !== undefined) this.#masks.delete(oldest);
    return mask;
  }
}

function draw({ width, height, outline }: PictureMark, scale: Scale): OutlineMask {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><path d="${outline}"/></svg>`;
  const { pixels } = new Resvg(svg, {
    font: { loadSystemFonts: false },
    fitTo: { mode: 'zoom', value: scale },
  }).render();
  const coverage = new Uint8Array(pixels.length / 4).map((_, index) => pixels[4 * index + 3] ?? 0);
  const rowLength = width * scale;
  const isWhole = Array.from({ length: height * scale }, (_, row) =>
    coverage.subarray(row * rowLength, (row + 1) * rowLength).every((cover) => cover === 255),
  );
  return { coverage, isWhole };
}
