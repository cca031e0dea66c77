import { registerWindow, SVG } from '@svgdotjs/svg.js';
import { createSVGWindow } from 'svgdom';
import type { Art } from './model/board.ts';
import { drawArt } from './svg/art.ts';
import type { ArtDrawings } from './web/tier/art.ts';

const window = createSVGWindow();
const size = 36;
const drawn = new WeakMap<Art, Map<string, string>>();

/** The art of templates for pages, in the colours that it has on the tiles of a theme. */
export const artDrawings: ArtDrawings = {
  svg(art, { name, colors: { label: ink, tile } }) {
    const known = drawn.get(art) ?? new Map<string, string>();
    drawn.set(art, known);
    const svg = known.get(name) ?? drawing(art, ink, tile);
    known.set(name, svg);
    return svg;
  },
};

function drawing(art: Art, ink: string, tile: string): string {
  registerWindow(window, window.document);
  const root = SVG().viewbox(0, 0, size, size);
  drawArt(root, art, { x: 0, y: 0, size, ink, tile });
  return root.svg();
}
