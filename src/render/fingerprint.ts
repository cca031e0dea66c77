import { hash } from 'node:crypto';
import type { RenderSpec } from '../model/board.ts';
import { builtInThemes, type ThemeSet } from '../themes/theme-set.ts';

/**
 * What tells pictures apart: SHA-256, in base64url, of everything that decides the pixels: the order, what its theme
 * says, the template with its revision, and the version of the renderer. Which fields a request had and in which order
 * makes no difference.
 */
export function fingerprintOf(
  spec: RenderSpec,
  template: { readonly id: number; readonly revision: number } | undefined,
  version: string,
  themes: ThemeSet = builtInThemes,
): string {
  const { board, aspectRatio, scale, theme, format, watermark } = spec;
  const origin = template === undefined ? null : [template.id, template.revision];
  const decisive = [
    version,
    origin,
    aspectRatio,
    scale,
    themes.digestOf(theme),
    format,
    watermark,
    board.title,
    board.tiers,
  ];
  return hash('sha256', JSON.stringify(decisive), 'base64url');
}
