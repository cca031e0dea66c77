import type { FigureMark } from '../model/drawing.ts';
import { drawingCache } from '../model/drawing-caches.ts';
import type { Scale } from '../model/vocabulary.ts';
import type { Canvas } from './canvas.ts';
import { overlaid } from './mix.ts';
import { type Layer, renderSvg } from './render-svg.ts';

/** A cache of small drawings as resvg draws them. */
export class Figures {
  readonly #layers = drawingCache<Layer>('figures', ({ data }) => data.length);

  of(mark: FigureMark, scale: Scale): Layer {
    const key = `${scale} ${mark.name}`;
    let layer = this.#layers.get(key);
    if (!layer) {
      layer = renderSvg(mark.svg(), scale);
      this.#layers.set(key, layer);
    }
    return layer;
  }
}

/** Blends a layer over a canvas with its corner at `left`, `top`, clipped to the canvas. */
export function blendLayer({ colors, width, height }: Canvas, layer: Layer, left: number, top: number): void {
  const { data } = layer;
  const firstColumn = Math.max(0, -left);
  const lastColumn = Math.min(layer.width, width - left);
  const lastRow = Math.min(layer.height, height - top);
  for (let row = Math.max(0, -top); row < lastRow; row++) {
    let source = (row * layer.width + firstColumn) * 4;
    let target = (top + row) * width + left + firstColumn;
    for (let column = firstColumn; column < lastColumn; column++, source += 4, target++) {
      const alpha = data[source + 3] ?? 0;
      if (alpha === 0) continue;
      const [red, green, blue] = [data[source] ?? 0, data[source + 1] ?? 0, data[source + 2] ?? 0];
      colors[target] = overlaid(colors[target] ?? 0, red, green, blue, alpha);
    }
  }
}
