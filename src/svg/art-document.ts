import { registerWindow, SVG } from '@svgdotjs/svg.js';
import { createSVGWindow } from 'svgdom';
import type { Art } from '../model/board.ts';
import type { Size } from '../model/vocabulary.ts';
import type { Theme } from '../themes/theme.ts';
import { type ArtPlace, drawArt } from './art.ts';

const window = createSVGWindow();
const size = 36;

/** Returns art as a square SVG document, in the colours that it has on a tile of a theme. */
export function artDocument(art: Art, { label: ink, tile }: Theme['colors']): string {
  return artOn({ width: size, height: size }, art, { x: 0, y: 0, size, ink, tile });
}

/** Returns art at its place on a canvas as an SVG document. */
export function artOn({ width, height }: Size, art: Art, place: ArtPlace): string {
  registerWindow(window, window.document);
  const root = SVG().viewbox(0, 0, width, height);
  drawArt(root, art, place);
  return root.svg();
}
