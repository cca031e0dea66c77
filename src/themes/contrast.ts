import type { Color, Theme } from './theme.ts';

/** WCAG 2.2's least contrast for text of normal size. */
export const leastContrast = 4.5;

/** Contrast ratio of two `#rrggbb` colours, 1 to 21. Source: WCAG 2.2, "contrast ratio". */
export function contrast(left: Color, right: Color): number {
  const [dark = 0, light = 0] = [luminance(left), luminance(right)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/**
 * The ink for text on any ground: the theme's dark or light one, whichever reads better, or plain black or
 * white where neither reaches 4.5:1. One of those two always does (at worst 4.58:1).
 */
export function inkOn(ground: Color, colors: Theme['colors']): Color {
  const own = better(ground, colors.inkDark, colors.inkLight);
  return contrast(ground, own) >= leastContrast ? own : better(ground, '#000000', '#ffffff');
}

function better(ground: Color, first: Color, second: Color): Color {
  return contrast(ground, first) >= contrast(ground, second) ? first : second;
}

function luminance(color: Color): number {
  const channel = (from: number) => {
    const value = Number.parseInt(color.slice(from, from + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}
