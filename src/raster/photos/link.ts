import type { Drawing, PhotoMark } from '../../model/drawing.ts';

/** Stands for an address. It is in no text of a board: see the rules for texts in `api/wire/text.ts`. */
const gap = '\0';

/**
 * Returns the whole drawing as SVG with links to its photos. The text is cut where their addresses belong, in the order of
 * `marks`.
 */
export function linkedSvg(drawing: Drawing): { parts: readonly string[]; marks: readonly PhotoMark[] } {
  const marks: PhotoMark[] = [];
  const svg = drawing.svg(
    (mark) => {
      marks.push(mark);
      return gap;
    },
    () => false,
  );
  return { parts: svg.split(gap), marks };
}
