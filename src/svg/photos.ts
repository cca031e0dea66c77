import type { Container } from '@svgdotjs/svg.js';
import type { PlacedTile } from '../layout/placed.ts';
import type { PhotoMark } from '../model/drawing.ts';
import type { Theme } from '../themes/theme.ts';
import { allCorners, cornered, topCorners } from './shapes.ts';
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
  return { address: item.address, x: frame.x, y: frame.y, ...size, outline };
}

/** Draws a photo, clipped to its outline. The id derives from its position on the board. */
export function drawPhoto(group: Container, mark: PhotoMark, id: string, href: string): void {
  const at = `translate(${mark.x} ${mark.y})`;
  const cut = group.element('clipPath').attr({ id });
  cut.element('path').attr({ d: mark.outline });
  const { width, height } = mark;
  group
    .element('image')
    .attr({ width, height, transform: at, preserveAspectRatio: 'none', 'clip-path': `url(#${id})`, href });
}
