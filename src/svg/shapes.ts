import type { Rect } from '../layout/placed.ts';
import type { Theme } from '../themes/theme.ts';

/** The corners that are round or stepped; the others are square. */
export interface Corners {
  readonly topLeft: boolean;
  readonly topRight: boolean;
  readonly bottomRight: boolean;
  readonly bottomLeft: boolean;
}

export const allCorners: Corners = { topLeft: true, topRight: true, bottomRight: true, bottomLeft: true };
export const leftCorners: Corners = { ...allCorners, topRight: false, bottomRight: false };
export const rightCorners: Corners = { ...allCorners, topLeft: false, bottomLeft: false };
export const topCorners: Corners = { ...allCorners, bottomRight: false, bottomLeft: false };
export const bottomCorners: Corners = { ...allCorners, topLeft: false, topRight: false };

/** A rectangle with a theme's corners, in px; integers give crisp edges. */
export interface Box extends Rect {
  readonly radius: number;
  readonly shape: Theme['corners']['shape'];
  readonly corners: Corners;
}

/** Returns a rectangle with the theme's corners, the radius of which is at most what there is room for. */
export function cornered(
  rect: Rect,
  radius: number,
  shape: Theme['corners']['shape'],
  corners = allCorners,
): Box {
  const room = Math.min(rect.width, rect.height) / 2;
  return { ...rect, radius: Math.max(0, Math.floor(Math.min(radius, room))), shape, corners };
}

/** Returns the path data of a box. */
export function boxPath(box: Box): string {
  return box.shape === 'round' ? round(box, box.radius) : stepped(box, Math.floor(box.radius / 3));
}

/** Returns the path data of the smallest box with the same corners, at 1, 1. */
export function cornersPath(box: Box): string {
  const side = 2 * box.radius;
  return boxPath({ ...box, x: 1, y: 1, width: side, height: side });
}

/** Returns the radius of a shape `width` px inside another, for a rim of equal width at the corners. */
export function innerRadius(radius: number, width: number, shape: Theme['corners']['shape']): number {
  return shape === 'round' ? radius - width : radius;
}

function round({ x, y, width, height, corners }: Box, radius: number): string {
  const [tl, tr, br, bl] = cuts(radius, corners);
  const arc = (r: number, dx: number, dy: number) => (r === 0 ? '' : `a${r} ${r} 0 0 1 ${dx} ${dy}`);
  return (
    `M${x + tl} ${y}h${width - tl - tr}${arc(tr, tr, tr)}v${height - tr - br}${arc(br, -br, br)}` +
    `h${bl + br - width}${arc(bl, -bl, -bl)}v${tl + bl - height}${arc(tl, tl, -tl)}z`
  );
}

/** Returns a rectangle with corners of three steps, like a large pixel font. */
function stepped({ x, y, width, height, corners }: Box, step: number): string {
  const [tl, tr, br, bl] = cuts(step, corners);
  return (
    `M${x + 2 * tl} ${y}h${width - 2 * tl - 2 * tr}v${tr}h${tr}v${tr}h${tr}v${height - 2 * tr - 2 * br}` +
    `h${-br}v${br}h${-br}v${br}h${2 * bl + 2 * br - width}v${-bl}h${-bl}v${-bl}h${-bl}` +
    `v${2 * tl + 2 * bl - height}h${tl}v${-tl}h${tl}z`
  );
}

function cuts(size: number, { topLeft, topRight, bottomRight, bottomLeft }: Corners) {
  const cut = (isCut: boolean) => (isCut ? size : 0);
  return [cut(topLeft), cut(topRight), cut(bottomRight), cut(bottomLeft)] as const;
}

/** Rounds a length to tenths of a pixel, so that few drawings differ only by less than that in their place. */
export function tenth(length: number): number {
  return Math.round(length * 10) / 10;
}
