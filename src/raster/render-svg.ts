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
