import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as v from 'valibot';
import type { VectorArt } from '../../model/board.ts';
import { didYouMean } from '../nearest.ts';
import { ArtProblem } from './art-problem.ts';

const require = createRequire(import.meta.url);

const iconsSchema = v.array(
  v.object({
    slug: v.string(),
    title: v.string(),
    hex: v.pipe(v.string(), v.hexadecimal()),
    license: v.optional(v.object({ type: v.string() })),
  }),
);

/** What is known of an icon beside its drawing. */
interface Icon {
  readonly slug: string;
  readonly title: string;
  /** The colour of the brand, without the `#`. */
  readonly hex: string;
  /** Of the mark itself, where it is not the collection's own CC0. */
  readonly license?: { readonly type: string } | undefined;
}

let known: ReadonlyMap<string, Icon> | undefined;

/** Every icon that is installed, by slug. Read when the first one is asked for: most catalogues need none. */
export function icons(): ReadonlyMap<string, Icon> {
  known ??= new Map(
    v
      .parse(iconsSchema, JSON.parse(readFileSync(require.resolve('simple-icons/icons.json'), 'utf8')))
      .map((icon) => [icon.slug, icon]),
  );
  return known;
}

/** @throws ArtProblem when there is none of that name */
export function iconArt(slug: string): VectorArt {
  const icon = icons().get(slug);
  if (icon === undefined)
    throw new ArtProblem(`there is no icon "${slug}"${didYouMean(slug, [...icons().keys()])}`);
  const svg = readFileSync(require.resolve(`simple-icons/icons/${slug}.svg`), 'utf8');
  const [, path] = /<path d="([^"]+)"\/>/u.exec(svg) ?? [];
  if (path === undefined) throw new ArtProblem(`the icon "${slug}" has no path`);
  return {
    kind: 'vector',
    viewBox: [0, 0, 24, 24],
    shapes: [{ path, color: `#${icon.hex.toLowerCase()}` }],
  };
}
