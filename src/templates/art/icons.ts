import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import type { VectorArt } from '../../model/board.ts';
import { didYouMean } from '../nearest.ts';
import { ArtProblem } from './art-problem.ts';

const packages = createRequire(import.meta.url);

const listSchema = v.array(v.object({ slug: v.string() }));
/** Of thousands of icons a catalogue uses a few, so an icon is validated at its first use. */
const iconSchema = v.object({
  slug: v.string(),
  title: v.string(),
  hex: v.pipe(v.string(), v.hexadecimal()),
  license: v.optional(v.object({ type: v.string() })),
});

/** An icon without its drawing. */
interface Icon {
  readonly slug: string;
  readonly title: string;
  /** The colour of the brand, without the `#`. */
  readonly hex: string;
  /** Licence of the mark itself, where it differs from the CC0 of the collection. */
  readonly license?: { readonly type: string } | undefined;
}

let known: ReadonlyMap<string, unknown> | undefined;

/** Returns all installed icons, by slug. Reads them at the first call: most catalogues need none. */
function icons(): ReadonlyMap<string, unknown> {
  known ??= iconsOf(JSON.parse(readFileSync(packages.resolve('simple-icons/icons.json'), 'utf8')));
  return known;
}

function iconsOf(list: unknown): ReadonlyMap<string, unknown> {
  v.assert(listSchema, list);
  return new Map(list.map((icon) => [icon.slug, icon]));
}

/** Returns the icon with that slug, if it exists. */
export function findIcon(slug: string): Icon | undefined {
  const icon = icons().get(slug);
  return icon === undefined ? undefined : v.parse(iconSchema, icon);
}

let folder: string | undefined;

/** Returns the folder with an SVG file for each icon. */
function drawings(): string {
  folder ??= dirname(packages.resolve('simple-icons/icons/simpleicons.svg'));
  return folder;
}

/** @throws ArtProblem for an unknown slug */
export function iconArt(slug: string): VectorArt {
  const icon = findIcon(slug);
  if (icon === undefined)
    throw new ArtProblem(`there is no icon "${slug}"${didYouMean(slug, [...icons().keys()])}`);
  const svg = readFileSync(join(drawings(), `${slug}.svg`), 'utf8');
  const [, path] = /<path d="([^"]+)"\/>/u.exec(svg) ?? [];
  if (path === undefined) throw new ArtProblem(`the icon "${slug}" has no path`);
  return {
    kind: 'vector',
    viewBox: [0, 0, 24, 24],
    shapes: [{ path, color: `#${icon.hex.toLowerCase()}` }],
  };
}
