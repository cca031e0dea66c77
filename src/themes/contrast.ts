import type { Color, Texture, Theme, ThemeTokens } from './theme.ts';

/** Minimum contrast of text of normal size (WCAG 2.2, 1.4.3). */
export const minContrast = 4.5;

/** Returns the contrast ratio of two `#rrggbb` colours, 1 to 21. Source: WCAG 2.2, "contrast ratio". */
export function contrast(left: Color, right: Color): number {
  const [dark = 0, light = 0] = [luminance(left), luminance(right)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** The colour of a text and of its ground, with the paths of their tokens. */
interface TextGround {
  readonly text: string;
  readonly ink: Color;
  readonly on: string;
  readonly ground: Color;
}

/** Returns every text of a theme with each of its grounds, except tier colours, for which `inkOn` chooses the ink. */
export function textGrounds({ colors, texture }: ThemeTokens): readonly TextGround[] {
  const free = [
    { text: 'colors.title', ink: colors.title },
    { text: 'colors.watermark', ink: colors.watermark },
  ];
  return [
    ...free.map((text) => ({ ...text, on: 'colors.ground', ground: colors.ground })),
    { text: 'colors.label', ink: colors.label, on: 'colors.tile', ground: colors.tile },
    ...(texture
      ? free.map((text) => ({ ...text, on: 'texture.color', ground: lineOn(colors.ground, texture) }))
      : []),
  ];
}

/** Returns the colour of a texture's lines on the ground. */
function lineOn(ground: Color, texture: Texture): Color {
  const share = texture.kind === 'scanlines' ? texture.opacity : 1;
  const channel = (from: number) => {
    const [below, above] = [channelOf(ground, from), channelOf(texture.color, from)];
    return Math.round(below + (above - below) * share)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${channel(1)}${channel(3)}${channel(5)}`;
}

/**
 * Returns the ink for text on any ground: the theme's dark or light ink, whichever has more contrast, or black or white if
 * neither reaches 4.5:1. Black or white always does (at worst 4.58:1).
 */
export function inkOn(ground: Color, colors: Theme['colors']): Color {
  const own = better(ground, colors.inkDark, colors.inkLight);
  return contrast(ground, own) >= minContrast ? own : better(ground, '#000000', '#ffffff');
}

function better(ground: Color, first: Color, second: Color): Color {
  return contrast(ground, first) >= contrast(ground, second) ? first : second;
}

function luminance(color: Color): number {
  const channel = (from: number) => {
    const value = channelOf(color, from) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

function channelOf(color: Color, from: number): number {
  return Number.parseInt(color.slice(from, from + 2), 16);
}
