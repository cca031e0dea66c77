import { keysOf } from './keys-of.ts';

/* The closed vocabularies of the domain. Every schema, message and page takes its words from here. */

export const modes = ['template', 'custom', 'inline'] as const;
export type Mode = (typeof modes)[number];

export const locales = ['en', 'zh', 'ru'] as const;
export type Locale = (typeof locales)[number];

/** A text in every locale of the service. */
export type Localized = Readonly<Record<Locale, string>>;

export const aspectRatios = ['3:4', '9:16', '1:1', '16:9'] as const;
export type AspectRatio = (typeof aspectRatios)[number];

/** Canvas sizes at scale 1, in pixels. Rasterisers receive no other sizes. */
export const canvases: Readonly<Record<AspectRatio, Size>> = {
  '3:4': { width: 1080, height: 1440 },
  '9:16': { width: 1080, height: 1920 },
  '1:1': { width: 1080, height: 1080 },
  '16:9': { width: 1920, height: 1080 },
};

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The built-in themes. A service may have more themes of its own; only a ThemeSet knows all of them. */
export const themeNames = ['night', 'paper', 'arcade'] as const;
export type BuiltInThemeName = (typeof themeNames)[number];
/** The name of a built-in theme, or of a theme file in the data directory. */
export type ThemeName = string;

/** The formats of images, one row each. Each of pixels needs an encoder in `raster/encoders/encode.ts`. */
export const imageFormats = {
  webp: { name: 'WebP', mediaType: 'image/webp', extension: 'webp' },
  png: { name: 'PNG', mediaType: 'image/png', extension: 'png' },
  svg: { name: 'SVG', mediaType: 'image/svg+xml', extension: 'svg' },
} as const;
export type Format = keyof typeof imageFormats;
export const formats = keysOf(imageFormats);
/** The formats of pixels. */
export const pixelFormats = ['webp', 'png'] as const satisfies readonly Format[];
export type PixelFormat = (typeof pixelFormats)[number];

/** Returns the format whose files have this extension, given without its dot. */
export function formatOfExtension(extension: string): Format | undefined {
  return formats.find((format) => imageFormats[format].extension === extension);
}

/** The programs that rasterise a drawing. */
export const rasteriserNames = ['resvg', 'librsvg'] as const;
export type RasteriserName = (typeof rasteriserNames)[number];

export const scales = [1, 2] as const;
export type Scale = (typeof scales)[number];

export const imageErrorPolicies = ['fail', 'placeholder'] as const;
export type ImageErrorPolicy = (typeof imageErrorPolicies)[number];

/** The values for options that a request leaves out. */
export const defaults = {
  aspectRatio: '3:4',
  theme: 'night',
  locale: 'en',
  format: 'webp',
  scale: 1,
  onImageError: 'fail',
} as const;
