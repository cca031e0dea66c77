import type { Container } from '@svgdotjs/svg.js';
import type { PlacedTile } from '../layout/placed.ts';
import type { PictureMark } from '../model/drawing.ts';
import type { Theme } from '../themes/theme.ts';
import { allCorners, cornered, topCorners } from './shapes.ts';
import { tileSurface } from './surfaces.ts';

/** The pictures of tiles, in drawing order: each covers the face of its tile down to the caption. */
export function pictureMarks(
  tiles: readonly PlacedTile[],
  theme: Theme,
): ReadonlyMap<PlacedTile, PictureMark> {
  return new Map(
    tiles.flatMap((tile) => {
      const mark = pictureMark(tile, theme);
      return mark ? [[tile, mark] as const] : [];
    }),
  );
}

function pictureMark({ item, box, captionHeight }: PlacedTile, theme: Theme): PictureMark | undefined {
  if (item.kind !== 'picture') return undefined;
  const { frame, radius } = tileSurface(box, theme);
  const height = captionHeight === 0 ? frame.height : box.y + box.height - captionHeight - frame.y;
  const corners = captionHeight === 0 ? allCorners : topCorners;
  const size = { width: frame.width, height };
  const outline = cornered({ x: 0, y: 0, ...size }, radius, theme.corners.shape, corners);
  return { address: item.address, x: frame.x, y: frame.y, ...size, outline };
}

/** Draws a picture, cut to its outline. The id comes from its place on the board. */
export function drawPicture(group: Container, mark: PictureMark, id: string, href: string): void {
  const at = `translate(${mark.x} ${mark.y})`;
  const cut = group.element('clipPath').attr({ id });
  cut.element('path').attr({ d: mark.outline });
  const { width, height } = mark;
  group
    .element('image')
    .attr({ width, height, transform: at, preserveAspectRatio: 'none', 'clip-path': `url(#${id})`, href });
}
