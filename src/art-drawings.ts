import type { Art } from './model/board.ts';
import { artDocument } from './svg/art-document.ts';
import type { ArtDrawings } from './web/tier/art.ts';

/** By the name of the theme. */
const drawn = new WeakMap<Art, Map<string, string>>();

/** The art of templates for pages, each drawn once for a theme. */
export const artDrawings: ArtDrawings = {
  svg(art, { name, colors }) {
    const known = drawn.get(art) ?? new Map<string, string>();
    drawn.set(art, known);
    const svg = known.get(name) ?? artDocument(art, colors);
    known.set(name, svg);
    return svg;
  },
};
