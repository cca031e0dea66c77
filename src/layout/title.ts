import { heightOf, type MeasuredText } from '../text/measure.ts';
import { placeText } from './place-text.ts';
import type { PlacedText, Rect } from './placed.ts';
import { setText } from './type-scale.ts';

/**
 * Maximum size for a title of 1, 2, 3 … lines, and the size below which one more line is tried: above many tiles, and
 * above few, where more space is left.
 */
const lineSteps = [
  { max: { many: 62, few: 84 }, min: { many: 38, few: 46 } },
  { max: { many: 50, few: 54 }, min: { many: 22, few: 22 } },
  { max: { many: 36, few: 36 }, min: { many: 20, few: 20 } },
  { max: { many: 30, few: 30 }, min: { many: 18, few: 18 } },
] as const;
/** Limits of few and of many tiles. */
const tileCounts = { few: 12, many: 32 } as const;

/** Share of the width that a title fills. A title smaller than `size` px may fill the whole width. */
const airy = { share: 0.95, size: 48 } as const;

/** Maximum share of the canvas' height. Only very long titles come near it. */
const maxShare = 0.18;

/** Minimum distance between the ink of a line and the baseline above it, in em: more than small type has. */
export const titleLeading = 0.3;

/** Places a title in one or two lines, in more only where it would be hard to read otherwise. */
export function placeTitle(
  text: MeasuredText,
  area: Rect,
  tiles: number,
): { readonly box: Rect; readonly text: PlacedText } {
  const maxHeight = Math.floor(area.height * maxShare);
  const size = titleSize(text, area.width, tiles);
  const room = { width: area.width, height: maxHeight };
  const fitted = setText(text, [size], room);
  const height = Math.ceil(heightOf(text, fitted.lines.length) * fitted.size);
  const box = { x: area.x, y: area.y, width: area.width, height: Math.min(height, maxHeight) };
  return { box, text: placeText(text, fitted, box) };
}

function titleSize(text: MeasuredText, width: number, tiles: number): number {
  const fullness = (tiles - tileCounts.few) / (tileCounts.many - tileCounts.few);
  const at = ({ few, many }: { few: number; many: number }) =>
    few + (many - few) * Math.max(0, Math.min(1, fullness));
  const candidates = lineSteps.map(({ min, max }, index) => {
    const needed = text.widths[index] ?? text.widths.at(-1) ?? 0;
    const whole = needed === 0 ? Number.POSITIVE_INFINITY : width / needed;
    const fitting = Math.max(whole * airy.share, Math.min(whole, airy.size));
    return { size: Math.floor(Math.min(at(max), fitting)), min: at(min) };
  });
  const fit = candidates.find(({ size, min }) => size >= min);
  return fit ? fit.size : Math.max(18, ...candidates.map(({ size }) => size));
}
