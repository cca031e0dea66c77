import { Resvg } from '@resvg/resvg-js';
import type { Pixels } from '../model/drawing.ts';
import type { Scale } from '../model/vocabulary.ts';

/**
 * Renders our own SVG with resvg at a scale: RGBA, transparent where nothing is drawn, unless there is a background.
 */
export function renderSvg(svg: string, scale: Scale, background?: string): Pixels {
  const { pixels, width, height } = new Resvg(svg, {
    ...(background === undefined ? {} : { background }),
    font: { loadSystemFonts: false },
    fitTo: { mode: 'zoom', value: scale },
  }).render();
  return { data: pixels, width, height };
}
