import type { Art } from '../../model/board.ts';
import type { CatalogTemplate } from '../catalog.ts';
import type { ParsedTemplate } from '../parse.ts';
import { readArtFile } from './art-file.ts';
import { ArtProblem } from './art-problem.ts';
import { iconArt } from './icons.ts';

/** Returns the art of an item. @throws ArtProblem */
export type ArtReader = (item: Pick<ParsedTemplate['items'][number], 'icon' | 'art'>) => Art | undefined;

/** Returns a function that reads the art of items, each file and icon once. */
export function artReader(templatesDir: string): ArtReader {
  const read = new Map<string, Art>();
  const once = (key: string, readArt: () => Art): Art => {
    const art = read.get(key) ?? readArt();
    read.set(key, art);
    return art;
  };
  return ({ icon, art }) => {
    if (icon !== undefined) return once(`icon ${icon}`, () => iconArt(icon));
    return art === undefined ? undefined : once(`art ${art}`, () => readArtFile(templatesDir, art));
  };
}

/**
 * Replaces the names of art in a valid template by the art, which is read when it is first needed: most templates are only
 * listed and searched, and all drawings together would take more time and memory than the templates.
 */
export function withLaterArt(valid: ParsedTemplate, artOf: ArtReader): CatalogTemplate {
  const items = valid.items.map(({ label, emoji, ...named }): CatalogTemplate['items'][number] => {
    if (emoji !== undefined) return { label, emoji };
    if (named.icon === undefined && named.art === undefined) return { label };
    return Object.defineProperty({ label }, 'art', { get: () => artOf(named), enumerable: true });
  });
  return { ...valid, items };
}

/** Replaces the names of art in a template by the art, and reports invalid art. */
export function withArt(
  parsed: ParsedTemplate,
  artOf: ArtReader,
): { readonly template: CatalogTemplate; readonly problems: readonly string[] } {
  const problems: string[] = [];
  const items: CatalogTemplate['items'][number][] = [];
  for (const [index, item] of parsed.items.entries()) {
    const { label, emoji } = item;
    try {
      const art = artOf(item);
      items.push({ label, ...(emoji !== undefined && { emoji }), ...(art && { art }) });
    } catch (error) {
      if (!(error instanceof ArtProblem)) throw error;
      problems.push(
        item.icon === undefined
          ? `items[${index}].art: ${item.art}: ${error.message}`
          : `items[${index}].icon: ${error.message}`,
      );
    }
  }
  return { template: { ...parsed, items }, problems };
}
