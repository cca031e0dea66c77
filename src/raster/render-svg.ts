import { Resvg } from '@resvg/resvg-js';
import type { Scale, Size } from '../model/vocabulary.ts';

/** Pixels of a drawing on a transparent ground: RGBA, 8 bits, premultiplied alpha. */
export interface Layer extends Size {
  readonly data: Uint8Array;
}

/** Renders our own SVG with resvg at a scale. */
export function renderSvg(svg: string, scale: Scale): Layer {
  const { pixels, width, height } = new Resvg(svg, {
    font: { loadSystemFonts: false },
    fitTo: { mode: 'zoom', value: scale },
  }).render();
  return { data: pixels, width, height };
}

/** Returns the coverage of a path on a canvas of that size at scale 1: 0 to 255 for each real pixel. */
export function pathCoverage(path: string, { width, height }: Size, scale: Scale): Uint8Array {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><path d="${path}"/></svg>`;
  const { data } = renderSvg(svg, scale);
  return new Uint8Array(data.length / 4).map((_, index) => data[4 * index + 3] ?? 0);
}
