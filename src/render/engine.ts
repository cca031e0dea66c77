import { layOut, type Measurer } from '../layout/layout.ts';
import type { PlacedBoard } from '../layout/placed.ts';
import type { Picture, RenderOrder } from '../model/board.ts';
import type { Drawing } from '../model/drawing.ts';
import { canvases, type ThemeName, themeNames } from '../model/words.ts';
import { encode } from '../raster/encode.ts';
import { createRasteriser } from '../raster/index.ts';
import type { RasteriserName } from '../raster/rasteriser.ts';
import { drawBoard } from '../svg/scene.ts';
import { measureText } from '../text/measure.ts';
import { FontStack } from '../text/runs.ts';
import { themes } from '../themes/index.ts';
import type { Theme } from '../themes/theme.ts';

/** The words in the watermark's strip. */
const watermark = 'made with tierpress';

/** The engine: an order in, a finished picture out, with its stages to be called one by one. */
export interface Engine {
  /** order → placed rectangles and lines */
  layOut(order: RenderOrder): PlacedBoard;
  /** order → drawing: the SVG scene and its layers */
  draw(order: RenderOrder): Drawing;
  /** order → encoded picture */
  render(order: RenderOrder): Promise<Picture>;
}

/** Deterministic: the same order gives the same bytes in every process. One engine serves one call at a time. */
export function createEngine({ rasteriser: name }: { readonly rasteriser: RasteriserName }): Engine {
  const rasteriser = createRasteriser(name);
  const measurers = new Map<ThemeName, Measurer>(
    themeNames.map((theme) => [theme, measurerOf(themes[theme])]),
  );

  function layOutOrder(order: RenderOrder): PlacedBoard {
    const measure = measurers.get(order.theme);
    if (!measure) throw new Error(`unknown theme ${order.theme}`);
    const canvas = canvases[order.aspectRatio];
    return layOut(
      { board: order.board, canvas, watermark: order.watermark ? watermark : undefined },
      measure,
    );
  }

  return {
    layOut: layOutOrder,
    draw: (order) => drawBoard(layOutOrder(order), themes[order.theme]),
    async render(order) {
      const placed = layOutOrder(order);
      const drawing = drawBoard(placed, themes[order.theme]);
      const pixels = await rasteriser.rasterise(drawing, order.scale);
      const bytes = await encode(pixels, order.format);
      return { bytes, width: pixels.width, height: pixels.height, warnings: shortenedTexts(placed) };
    },
  };
}

function measurerOf({ fonts }: Theme): Measurer {
  const [title, tier, label] = [fonts.title, fonts.tier, fonts.label].map((names) => new FontStack(names));
  if (!title || !tier || !label) throw new Error('a theme without fonts');
  return {
    title: (text) => measureText(text, title, 'inline'),
    tier: (text) => measureText(text, tier, 'inline'),
    label: (text, emoji) => measureText(text, label, emoji),
  };
}

/** Nothing is shortened unasked: whoever posts the picture is told where the canvas was too small. */
function shortenedTexts({ title, rows }: PlacedBoard): string[] {
  const warnings: string[] = [];
  if (title?.text.shortened) warnings.push('title: too long to be drawn whole');
  for (const [index, row] of rows.entries()) {
    if (row.title.shortened) warnings.push(`tiers[${index}].title: too long to be drawn whole`);
    for (const [position, tile] of row.tiles.entries())
      if (tile.label.shortened)
        warnings.push(`tiers[${index}].items[${position}]: the label is too long to be drawn whole`);
  }
  return warnings;
}
