import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import type { VectorArt } from '../../model/board.ts';
import { didYouMean } from '../nearest.ts';
import { ArtProblem } from './art-problem.ts';

const packages = createRequire(import.meta.url);

const listSchema = v.array(v.object({ slug: v.string() }));
/** Thousands are installed and a catalogue shows a few, so the rest of an icon is checked when it is asked for. */
const iconSchema = v.object({
  slug: v.string(),
  title: v.string(),
  hex: v.pipe(v.string(), v.hexadecimal()),
  license: v.optional(v.object({ type: v.string() })),
});

/** What is known of an icon beside its drawing. */
interface Icon {
  readonly slug: string;
  readonly title: string;
  /** The colour of the brand, without the `#`. */
  readonly hex: string;
  /** Of the mark itself, where it is not the collection's own CC0. */
  readonly license?: { readonly type: string } | undefined;
}

let known: ReadonlyMap<string, unknown> | undefined;

/** Every icon that is installed, by slug. Read when the first one is asked for: most catalogues need none. */
function icons(): ReadonlyMap<string, unknown> {
  known ??= iconsOf(JSON.parse(readFileSync(packages.resolve('simple-icons/icons.json'), 'utf8')));
  return known;
}

function iconsOf(list: unknown): ReadonlyMap<string, unknown> {
  v.assert(listSchema, list);
  return new Map(list.map((icon) => [icon.slug, icon]));
}

/** The installed icon of that name, if there is one. */
export function findIcon(slug: string): Icon | undefined {
  const icon = icons().get(slug);
  return icon === undefined ? undefined : v.parse(iconSchema, icon);
}

let folder: string | undefined;

/** The folder with one SVG file for each icon. */
function drawings(): string {
  folder ??= dirname(packages.resolve('simple-icons/icons/simpleicons.svg'));
  return folder;
}

/** @throws ArtProblem when there is none of that name */
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
