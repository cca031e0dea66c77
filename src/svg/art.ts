import type { Container } from '@svgdotjs/svg.js';
import type { Art, VectorArt } from '../model/board.ts';
import { contrast } from '../themes/contrast.ts';
import type { Color, Theme } from '../themes/theme.ts';

/** Least contrast of a drawing with what it lies on (WCAG 2.2, 1.4.11: graphical objects). */
const minContrast = 3;

/** Where art is drawn, as a square in px, and the colours around it. */
interface ArtPlace {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  /** Of the words beside it. */
  readonly ink: Color;
  readonly tile: Theme['colors']['tile'];
}

/** Draws art whole into its square, in the middle where it is not square itself. Vectors stay vectors. */
export function drawArt(container: Container, art: Art, place: ArtPlace): void {
  const box = { x: tenth(place.x), y: tenth(place.y), width: tenth(place.size), height: tenth(place.size) };
  if (art.kind === 'pixels') {
    // Only templates bring pixels, checked and bounded: a request never names what is embedded here.
    container.element('image').attr({ ...box, href: `data:image/png;base64,${art.png}` });
    return;
  }
  // A document in the document cuts at its edge, without an id that could clash.
  const drawing = container.element('svg').attr({ ...box, viewBox: art.viewBox.join(' ') });
  const colorOf = colorsOn(art, place);
  for (const { path, color, isEvenOdd } of art.shapes) {
    const shape = drawing.element('path').attr({ d: path, fill: colorOf(color) });
    if (isEvenOdd) shape.attr({ 'fill-rule': 'evenodd' });
  }
}

/** What has one colour, as signs have, and would not stand out on the tile, takes on as much of the ink as it needs. */
function colorsOn({ shapes }: VectorArt, { ink, tile }: ArtPlace): (color: Color | null) => Color {
  const own = new Set(shapes.map(({ color }) => color));
  const [only] = own;
  const seen = own.size === 1 && only ? standingOut(only, ink, tile) : undefined;
  return (color) => seen ?? color ?? ink;
}

/** Black signs are signs in ink: mixed, they would be grey. */
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

function tenth(length: number): number {
  return Math.round(length * 10) / 10;
}
