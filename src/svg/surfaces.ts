import { inset } from '../layout/place-text.ts';
import type { PlacedRow, Rect } from '../layout/placed.ts';
import type { Color, Theme } from '../themes/theme.ts';
import { allCorners, type Corners, cornered, leftCorners, rightCorners } from './shapes.ts';

/** A filled shape: path data and its colour. */
export interface Fill {
  readonly path: string;
  readonly color: Color;
}

/** A tile: what lies under its face (shadow, outline, lit edge), from the ground up, and the face. */
export interface TileSurface {
  readonly under: readonly Fill[];
  readonly face: Fill;
  /** Where the face is, in px, and the radius of its corners. */
  readonly frame: Rect;
  readonly radius: number;
}

export function tileSurface(box: Rect, theme: Theme): TileSurface {
  const { colors, corners } = theme;
  const { shadow, outline, edge } = ornaments(box, theme);
  const shape = (rect: Rect, radius: number) => cornered(rect, radius, corners.shape);
  const under: Fill[] = [];
  if (shadow) {
    const moved = { ...box, x: box.x + shadow.dx, y: box.y + shadow.dy };
    under.push({ path: shape(moved, corners.tile), color: shadow.color });
  }
  if (outline) under.push({ path: shape(box, corners.tile), color: outline.color });
  if (edge) under.push({ path: shape(box, corners.tile), color: edge.color });
  const framed = inset(box, outline?.width ?? 0, outline?.width ?? 0);
  const frame = { ...framed, y: framed.y + (edge?.height ?? 0), height: framed.height - (edge?.height ?? 0) };
  const radius = corners.tile - (outline?.width ?? 0);
  return { under, face: { path: shape(frame, radius), color: colors.tile }, frame, radius };
}

/** Lines and shadows as thin as a low tile needs them: at least a pixel, in full from this height in px on. */
const fullHeight = 56;

function ornaments(box: Rect, { shadow, outline, edge }: Theme) {
  const thin = (length: number) => Math.max(1, Math.round(length * Math.min(1, box.height / fullHeight)));
  return {
    shadow: shadow && { ...shadow, dx: thin(shadow.dx), dy: thin(shadow.dy) },
    outline: outline && { ...outline, width: thin(outline.width) },
    edge: edge && { ...edge, height: thin(edge.height) },
  };
}

/** A row's outline, if the theme has one, and the shapes of its label cell and lane, which share its corners. */
export function rowSurface(row: PlacedRow, theme: Theme) {
  const { corners } = theme;
  const { outline } = ornaments(row.box, theme);
  const width = outline?.width ?? 0;
  const part = (rect: Rect, cut: Corners) => cornered(rect, corners.row - width, corners.shape, cut);
  const inner = inset(row.box, width, width);
  const split = row.lane.x;
  return {
    under: outline && {
      path: cornered(row.box, corners.row, corners.shape, allCorners),
      color: outline.color,
    },
    cell: part({ ...inner, width: split - inner.x }, leftCorners),
    lane: part({ ...inner, x: split + width, width: inner.width + inner.x - split - width }, rightCorners),
  };
}
