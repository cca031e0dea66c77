import type { Rect } from '../layout/placed.ts';
import type { Theme } from '../themes/theme.ts';

/** Which corners of a shape are cut; the others are square. */
export interface Corners {
  readonly left: boolean;
  readonly right: boolean;
}

export const allCorners: Corners = { left: true, right: true };

/** Path data of a rectangle with the theme's corners. `radius` in px; whole numbers give crisp edges. */
export function cornered(
  box: Rect,
  radius: number,
  shape: Theme['corners']['shape'],
  corners = allCorners,
): string {
  const r = Math.max(0, Math.floor(Math.min(radius, box.width / 2, box.height / 2)));
  return shape === 'round' ? round(box, r, corners) : stepped(box, Math.floor(r / 3), corners);
}

function round({ x, y, width, height }: Rect, r: number, { left, right }: Corners): string {
  const l = left ? r : 0;
  const t = right ? r : 0;
  const arc = (radius: number, dx: number, dy: number) =>
    radius === 0 ? '' : `a${radius} ${radius} 0 0 1 ${dx} ${dy}`;
  return (
    `M${x + l} ${y}h${width - l - t}${arc(t, t, t)}v${height - 2 * t}${arc(t, -t, t)}` +
    `h${l + t - width}${arc(l, -l, -l)}v${2 * l - height}${arc(l, l, -l)}z`
  );
}

/** Corners of three steps, like a large pixel font. */
function stepped({ x, y, width, height }: Rect, step: number, { left, right }: Corners): string {
  const l = left ? step : 0;
  const t = right ? step : 0;
  return (
    `M${x + 2 * l} ${y}h${width - 2 * l - 2 * t}v${t}h${t}v${t}h${t}v${height - 4 * t}h${-t}v${t}h${-t}v${t}` +
    `h${2 * l + 2 * t - width}v${-l}h${-l}v${-l}h${-l}v${4 * l - height}h${l}v${-l}h${l}z`
  );
}
