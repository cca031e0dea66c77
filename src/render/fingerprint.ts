import { hash } from 'node:crypto';
import type { RenderSpec } from '../model/board.ts';
import { builtInThemes, type ThemeSet } from '../themes/theme-set.ts';

/**
 * The fields of a spec that the fingerprint leaves out. All other fields enter unchanged, including fields that are
 * added to RenderSpec. The theme's name does not determine its colours and fonts, so the theme's digest replaces it.
 */
export const leftOut = ['theme'] as const satisfies readonly (keyof RenderSpec)[];

/**
 * Returns the cache key of an image: SHA-256, in base64url, of everything that determines its pixels. That is the
 * spec, the content of its theme, a template's id and revision, and the version of the renderer. The order of fields
 * does not matter.
 */
export function fingerprintOf(
  spec: RenderSpec,
  template: { readonly id: number; readonly revision: number } | undefined,
  version: string,
  themes: ThemeSet = builtInThemes,
): string {
  const fields: Record<string, unknown> = { ...spec };
  for (const field of leftOut) delete fields[field];
  const origin = template && { id: template.id, revision: template.revision };
  const decisive = { fields, theme: themes.digestOf(spec.theme), origin, version };
  return hash('sha256', JSON.stringify(withSortedKeys(decisive)), 'base64url');
}

/** Returns the same JSON value with the fields of every object in alphabetical order. */
function withSortedKeys(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withSortedKeys);
  const sorted: Record<string, unknown> = {};
  for (const [key, inner] of Object.entries(value).sort(byKey)) sorted[key] = withSortedKeys(inner);
  return sorted;
}

function byKey([left]: [string, unknown], [right]: [string, unknown]): number {
  return left < right ? -1 : 1;
}
