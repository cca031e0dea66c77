import { heightOf, type MeasuredText } from '../text/measure.ts';
import { placeText } from './place-text.ts';
import type { PlacedText, Rect } from './placed.ts';
import { setText } from './type-scale.ts';

/** The largest size for a title of 1, 2, 3 … lines, and the size under which one more line is tried. */
const lineSteps = [
  { most: 62, least: 38 },
  { most: 50, least: 27 },
  { most: 36, least: 22 },
  { most: 30, least: 18 },
] as const;

/** A title may take this share of the canvas' height; only very long ones come near. */
const mostShare = 0.18;

/** Sets a title in one or two lines, in more only where it would be hard to read otherwise. */
export function placeTitle(
  text: MeasuredText,
  area: Rect,
): { readonly box: Rect; readonly text: PlacedText } {
  const most = Math.floor(area.height * mostShare);
  const size = titleSize(text, area.width);
  const room = { width: area.width, height: most };
  const fitted = setText(text, [size], room);
  const height = Math.ceil(heightOf(text, fitted.lines.length) * fitted.size);
  const box = { x: area.x, y: area.y, width: area.width, height: Math.min(height, most) };
  return { box, text: placeText(text, fitted, box) };
}

function titleSize(text: MeasuredText, width: number): number {
  const candidates = lineSteps.map(({ most, least }, index) => {
    const needed = text.widths[index] ?? text.widths.at(-1) ?? 0;
    return { size: Math.floor(Math.min(most, needed === 0 ? most : width / needed)), least };
  });
  const fit = candidates.find(({ size, least }) => size >= least);
  return fit ? fit.size : Math.max(18, ...candidates.map(({ size }) => size));
}
