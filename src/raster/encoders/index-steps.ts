import { Palette } from './colors.ts';
import type { Steps } from './repeats.ts';

/**
 * Replaces each literal colour by its index in a palette. The first pixel of each colour is a literal, so this does not
 * need the pixels. Returns `undefined` if there are too many colours.
 *
 * @param bit the lowest bit of an index in its value
 */
export function indexSteps(
  { count, lengths, values }: Steps,
  bit: number,
): { readonly palette: Palette; readonly steps: Steps } | undefined {
  const palette = new Palette();
  const indexed = values.slice(0, count);
  for (let step = 0; step < count; step++) {
    if (lengths[step] !== 0) continue;
    const index = palette.indexOf(values[step] ?? 0);
    if (index === undefined) return;
    indexed[step] = index << bit;
  }
  return { palette, steps: { count, lengths, values: indexed } };
}
