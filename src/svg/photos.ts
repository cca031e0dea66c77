import type { Container } from '@svgdotjs/svg.js';
import type { PlacedTile } from '../layout/placed.ts';
import type { PhotoMark } from '../model/drawing.ts';
import type { Theme } from '../themes/theme.ts';
import { allCorners, boxPath, cornered, topCorners } from './shapes.ts';
import { tileFrame } from './surfaces.ts';

/** Returns the photos of tiles, in drawing order. Each covers its tile inside the outline, above the caption. */
export function photoMarks(
  tiles: readonly PlacedTile[],
  theme: Theme,
  room: number,
): ReadonlyMap<PlacedTile, PhotoMark> {
  return new Map(
    tiles.flatMap((tile) => {
      const mark = photoMark(tile, theme, room);
      return mark ? [[tile, mark] as const] : [];
    }),
  );
}

function photoMark(
  { item, box, captionHeight }: PlacedTile,
  theme: Theme,
  room: number,
): PhotoMark | undefined {
  if (item.kind !== 'picture') return undefined;
  const { frame, radius } = tileFrame(box, theme, room);
  const height = captionHeight === 0 ? frame.height : box.y + box.height - captionHeight - frame.y;
  const corners = captionHeight === 0 ? allCorners : topCorners;
  const size = { width: frame.width, height };
  const outline = cornered({ x: 0, y: 0, ...size }, radius, theme.corners.shape, corners);
  return { address: item.address, x: frame.x, y: frame.y, ...size, outline: boxPath(outline) };
}

/**
 * Draws a photo, clipped to its outline. A `clipPath` would need an id, and two boards in one page would have the same. Readers
 * that know no shapes as values of `clip-path`, such as librsvg, draw the whole rectangle.
 */
export function drawPhoto(group: Container, mark: PhotoMark, href: string): void {
  const { x, y, width, height, outline } = mark;
  group.element('image').attr({
    width,
    height,
    transform: `translate(${x} ${y})`,
    preserveAspectRatio: 'none',
    'clip-path': `path('${outline}')`,
    href,
  });
}
