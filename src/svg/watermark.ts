import type { PlacedText } from '../layout/placed.ts';
import { spacing } from '../layout/spacing.ts';
import type { Theme } from '../themes/theme.ts';
import { cornered } from './shapes.ts';
import type { Fill } from './surfaces.ts';

const bars = [
  { color: 0, length: 24 },
  { color: 2, length: 17 },
  { color: 5, length: 10 },
] as const;

/** Returns the logo before the watermark's text: a tier list of three bars, in the theme's colours. */
export function watermarkSign(text: PlacedText, theme: Theme): Fill[] {
  const line = text.lines[0];
  if (!line) return [];
  const left = Math.round(line.x) - spacing.watermarkSign;
  const top = line.baseline - 16;
  return bars.map(({ color, length }, index) => ({
    box: cornered({ x: left, y: top + index * 6, width: length, height: 4 }, 0, 'round'),
    color: theme.palette[color] ?? theme.colors.watermark,
  }));
}
