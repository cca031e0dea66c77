import { registerWindow, SVG } from '@svgdotjs/svg.js';
import { createSVGWindow } from 'svgdom';
import type { Art } from '../model/board.ts';
import type { Theme } from '../themes/theme.ts';
import { drawArt } from './art.ts';

const window = createSVGWindow();
const size = 36;

/** Returns art as a square SVG document, in the colours that it has on a tile of a theme. */
export function artDocument(art: Art, { label: ink, tile }: Theme['colors']): string {
  registerWindow(window, window.document);
  const root = SVG().viewbox(0, 0, size, size);
  drawArt(root, art, { x: 0, y: 0, size, ink, tile });
  return root.svg();
}
