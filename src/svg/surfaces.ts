import { inset } from '../layout/place-text.ts';
import type { PlacedRow, Rect } from '../layout/placed.ts';
import type { Color, Theme } from '../themes/theme.ts';
import {
  allCorners,
  type Box,
  bottomCorners,
  type Corners,
  cornered,
  innerRadius,
  leftCorners,
  rightCorners,
} from './shapes.ts';

/** A filled box. */
export interface Fill {
  readonly box: Box;
  readonly color: Color;
}

/** The boxes of a tile: what lies below its face, from the lowest (shadow, outline, highlighted edge), and the face. */
export interface TileSurface {
  readonly under: readonly Fill[];
  /** Absent where a photo covers the tile. */
  readonly face: Fill | undefined;
}

/** The area of a tile's photo, inside the outline, in px, and the radius of its corners. */
export interface TileFrame {
  readonly frame: Rect;
  readonly radius: number;
}

export function tileFrame(box: Rect, theme: Theme, room: number): TileFrame {
  const { outline } = tileOrnaments(box, theme, room);
  const width = outline?.width ?? 0;
  const radius = innerRadius(cornerRadius(theme.corners.tile, box), width, theme.corners.shape);
  return { frame: inset(box, width, width), radius };
}

/**
 * @param room between the edges of rows and tiles, in px (`roomAround`)
 * @param covered height in px, from the top of the frame, that an opaque photo covers: the face is omitted there
 */
export function tileSurface(box: Rect, theme: Theme, room: number, covered = 0): TileSurface {
  const { colors, corners } = theme;
  const { shadow, outline, edge } = tileOrnaments(box, theme, room);
  const outer = cornerRadius(corners.tile, box);
  const { frame, radius } = tileFrame(box, theme, room);
  const shape = (rect: Rect, r: number, cut?: Corners) => cornered(rect, r, corners.shape, cut);
  const under: Fill[] = [];
  if (shadow) {
    const moved = { ...box, x: box.x + shadow.dx, y: box.y + shadow.dy };
    under.push({ box: shape(moved, outer), color: shadow.color });
  }
  if (outline) under.push({ box: shape(box, outer), color: outline.color });
  if (edge && covered === 0) under.push({ box: shape(box, outer), color: edge.color });
  const lit = covered > 0 ? covered : (edge?.height ?? 0);
  const face = { ...frame, y: frame.y + lit, height: frame.height - lit };
  const cut = covered > 0 ? bottomCorners : allCorners;
  return { under, face: face.height > 0 ? { box: shape(face, radius, cut), color: colors.tile } : undefined };
}

/** Returns what lies below the faces of tiles next to each other, from the lowest, with the same part of all tiles together. */
export function layersUnder(surfaces: readonly TileSurface[]): readonly (readonly Fill[])[] {
  const depth = Math.max(0, ...surfaces.map(({ under }) => under.length));
  return Array.from({ length: depth }, (_, at) => surfaces.flatMap(({ under }) => under[at] ?? []));
}

/** Returns the minimum room in px above and below the tiles of any row, which outlines and shadows share. */
export function roomAround(rows: readonly PlacedRow[]): number {
  return Math.min(
    ...rows.flatMap(({ box, tiles }) =>
      tiles.map((tile) => Math.min(tile.box.y - box.y, box.y + box.height - tile.box.y - tile.box.height)),
    ),
  );
}

/** Boxes below this height, in px, have smaller corners, lines and shadows. */
const fullHeight = 56;

function lowness({ height }: Rect): number {
  return Math.min(1, height / fullHeight);
}

function cornerRadius(radius: number, box: Rect): number {
  return Math.round(radius * lowness(box));
}

function thin(length: number, box: Rect): number {
  return Math.max(1, Math.round(length * lowness(box)));
}

/** A row's outline takes at most half the room between the edges of rows and tiles, so it never touches a tile. */
function rowOutline(box: Rect, { outline }: Theme, room: number): Theme['outline'] {
  if (!outline) return undefined;
  return { ...outline, width: Math.max(1, Math.min(thin(outline.width, box), Math.floor(room / 2))) };
}

/** Next to a row's outline, the outline of a tile needs this much room in px beyond its width. */
const betweenLines = 2;

/** Returns the shadow, outline and highlighted edge of a tile that have room: two adjacent lines would look like one bar. */
function tileOrnaments(box: Rect, theme: Theme, room: number) {
  const { shadow, outline, edge } = theme;
  const free = room - (outline?.width ?? 0) - betweenLines;
  const within = (length: number) => Math.min(thin(length, box), free);
  const width = outline ? thin(outline.width, box) : 0;
  return {
    shadow: shadow && free > 0 ? { ...shadow, dx: within(shadow.dx), dy: within(shadow.dy) } : undefined,
    outline: outline && free >= width ? { ...outline, width } : undefined,
    edge: edge && { ...edge, height: thin(edge.height, box) },
  };
}

/** The boxes of a row: its outline, if the theme has one, and its label cell and lane, which share its corners. */
export interface RowSurface {
  readonly under: Fill | undefined;
  readonly cell: Fill;
  readonly lane: Fill;
}

/** @param index of the row on its board, from the top */
export function rowSurface(row: PlacedRow, index: number, theme: Theme, room: number): RowSurface {
  const { colors, corners } = theme;
  const outline = rowOutline(row.box, theme, room);
  const width = outline?.width ?? 0;
  const outer = cornerRadius(corners.row, row.box);
  const inner = innerRadius(outer, width, corners.shape);
  const part = (rect: Rect, cut: Corners) => cornered(rect, inner, corners.shape, cut);
  const within = inset(row.box, width, width);
  const split = row.lane.x;
  const lane = { ...within, x: split + width, width: within.width + within.x - split - width };
  return {
    under: outline && { box: cornered(row.box, outer, corners.shape), color: outline.color },
    cell: {
      box: part({ ...within, width: split - within.x }, leftCorners),
      color: tierColor(row, index, theme),
    },
    lane: { box: part(lane, rightCorners), color: colors.lane },
  };
}

/** Returns the colour of a row's label cell. */
export function tierColor(row: PlacedRow, index: number, { palette }: Theme): Color {
  return row.color ?? palette[index % palette.length] ?? '#888888';
}
