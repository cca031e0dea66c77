import * as v from 'valibot';
import { packAt } from '../../files/pack.ts';
import { assets } from '../../files/package-files.ts';
import type { VectorArt } from '../../model/board.ts';
import { didYouMean } from '../../model/nearest.ts';
import { ArtProblem } from './art-problem.ts';

/** Of thousands of icons a catalogue uses a few, so an icon is validated at its first use. */
const iconSchema = v.object({
  title: v.string(),
  /** The colour of the brand, without the `#`. */
  hex: v.pipe(v.string(), v.hexadecimal()),
  /** Licence of the mark itself, where it differs from the CC0 of the collection. */
  license: v.optional(v.object({ type: v.string() })),
  /** Path data in a view box of 24 × 24. */
  path: v.string(),
});

type Icon = v.InferOutput<typeof iconSchema>;

const icons = packAt(assets.icons);

/** Returns the icon with that slug, if it exists. Source: Simple Icons. */
export function findIcon(slug: string): Icon | undefined {
  const icon = icons.read(slug);
  return icon === undefined ? undefined : v.parse(iconSchema, JSON.parse(icon));
}

/** @throws ArtProblem for an unknown slug */
export function iconArt(slug: string): VectorArt {
  const icon = findIcon(slug);
  if (icon === undefined)
    throw new ArtProblem(`there is no icon "${slug}"${didYouMean(slug, icons.names())}`);
  return {
    kind: 'vector',
    viewBox: [0, 0, 24, 24],
    shapes: [{ path: icon.path, color: `#${icon.hex.toLowerCase()}` }],
  };
}
