import { inset } from '../layout/place-text.ts';
import type { PlacedRow, Rect } from '../layout/placed.ts';
import type { Color, Theme } from '../themes/theme.ts';
import { allCorners, type Corners, cornered, innerRadius, leftCorners, rightCorners } from './shapes.ts';

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
  const outer = cornerRadius(corners.tile, box);
  const shape = (rect: Rect, radius: number) => cornered(rect, radius, corners.shape);
  const under: Fill[] = [];
  if (shadow) {
    const moved = { ...box, x: box.x + shadow.dx, y: box.y + shadow.dy };
    under.push({ path: shape(moved, outer), color: shadow.color });
  }
  if (outline) under.push({ path: shape(box, outer), color: outline.color });
  if (edge) under.push({ path: shape(box, outer), color: edge.color });
  const framed = inset(box, outline?.width ?? 0, outline?.width ?? 0);
  const frame = { ...framed, y: framed.y + (edge?.height ?? 0), height: framed.height - (edge?.height ?? 0) };
  const radius = innerRadius(outer, outline?.width ?? 0, corners.shape);
  return { under, face: { path: shape(frame, radius), color: colors.tile }, frame, radius };
}

/** Corners, lines and shadows are as small as a low box needs them, and in full from this height in px on. */
const fullHeight = 56;

function lowness({ height }: Rect): number {
  return Math.min(1, height / fullHeight);
}

function cornerRadius(radius: number, box: Rect): number {
  return Math.round(radius * lowness(box));
}

function ornaments(box: Rect, { shadow, outline, edge }: Theme) {
  const thin = (length: number) => Math.max(1, Math.round(length * lowness(box)));
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
  const outer = cornerRadius(corners.row, row.box);
  const inner = innerRadius(outer, width, corners.shape);
  const part = (rect: Rect, cut: Corners) => cornered(rect, inner, corners.shape, cut);
  const within = inset(row.box, width, width);
  const split = row.lane.x;
  return {
    under: outline && {
      path: cornered(row.box, outer, corners.shape, allCorners),
      color: outline.color,
    },
    cell: part({ ...within, width: split - within.x }, leftCorners),
    lane: part({ ...within, x: split + width, width: within.width + within.x - split - width }, rightCorners),
  };
}
