import type { Container } from '@svgdotjs/svg.js';
import type { Art, VectorArt } from '../model/board.ts';
import { contrast } from '../themes/contrast.ts';
import type { Color, Theme } from '../themes/theme.ts';
import { tenth } from './shapes.ts';

/** Minimum contrast between a drawing and its ground (WCAG 2.2, 1.4.11: graphical objects). */
const minContrast = 3;

/** The square of a piece of art, in px, and the colours around it. */
export interface ArtPlace {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  /** Colour of the text next to it. */
  readonly ink: Color;
  readonly tile: Theme['colors']['tile'];
}

/** Draws art into its square, centred and uncropped. Vectors remain vectors. */
export function drawArt(container: Container, art: Art, place: ArtPlace): void {
  const box = { x: tenth(place.x), y: tenth(place.y), width: tenth(place.size), height: tenth(place.size) };
  if (art.kind === 'pixels') {
    // Only templates contain pixel art, which is checked and limited in size. Requests cannot name embedded content.
    container.element('image').attr({ ...box, href: `data:image/png;base64,${art.png}` });
    return;
  }
  // A nested document clips at its edge, without an id that could conflict.
  const drawing = container.element('svg').attr({ ...box, viewBox: art.viewBox.join(' ') });
  const colorOf = colorsOn(art, place);
  for (const { path, color, isEvenOdd } of art.shapes) {
    const shape = drawing.element('path').attr({ d: path, fill: colorOf(color) });
    if (isEvenOdd) shape.attr({ 'fill-rule': 'evenodd' });
  }
}

/** Mixes ink into art of a single colour, such as a logo, until it stands out on the tile. */
function colorsOn({ shapes }: VectorArt, { ink, tile }: ArtPlace): (color: Color | null) => Color {
  const own = new Set(shapes.map(({ color }) => color));
  const [only] = own;
  const seen = own.size === 1 && only ? standingOut(only, ink, tile) : undefined;
  return (color) => seen ?? color ?? ink;
}

/** Grey art takes the colour of the ink: a mixture would remain grey. */
function standingOut(color: Color, ink: Color, ground: Color): Color {
  if (contrast(color, ground) < minContrast && isGrey(color)) return ink;
  for (let tenths = 0; tenths < 10; tenths++) {
    const mixed = mix(color, ink, tenths / 10);
    if (contrast(mixed, ground) >= minContrast) return mixed;
  }
  return ink;
}

function isGrey(color: Color): boolean {
  return color.slice(1, 3) === color.slice(3, 5) && color.slice(3, 5) === color.slice(5, 7);
}

function mix(one: Color, other: Color, share: number): Color {
  const channel = (from: number) => {
    const [a, b] = [one, other].map((color) => Number.parseInt(color.slice(from, from + 2), 16));
    return Math.round((a ?? 0) * (1 - share) + (b ?? 0) * share)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${channel(1)}${channel(3)}${channel(5)}`;
}
