import type { Art } from '../model/board.ts';
import type { ArtDrawings } from '../web/tier/art.ts';

/** Drawings by the name of the theme. */
const drawn = new WeakMap<Art, Map<string, string>>();

/** Draws the art of templates for pages, once for each theme. The drawing code is loaded on first use. */
export const artDrawings: ArtDrawings = {
  async svg(art, { name, colors }) {
    const { artDocument } = await import('../svg/art-document.ts');
    const known = drawn.get(art) ?? new Map<string, string>();
    drawn.set(art, known);
    const svg = known.get(name) ?? artDocument(art, colors);
    known.set(name, svg);
    return svg;
  },
};
