import * as hb from 'harfbuzzjs';

/**
 * The outline of a glyph as numbers, because objects for the commands would be most of the garbage of a board: for each
 * command its type, an index in `commandTypes`, and the coordinates of its points in font units, y upwards.
 */
export type Outline = Float32Array;

/** The commands of SVG paths that outlines consist of, and the number of coordinates of each. */
export const commandTypes = 'MLQCZ';
export const coordinates = [2, 2, 4, 6, 0] as const;

/** The outline that is being drawn: all calls are synchronous. */
const drawn: number[] = [];
const pen = new hb.DrawFuncs();
pen.setMoveToFunc((x, y) => drawn.push(0, x, y));
pen.setLineToFunc((x, y) => drawn.push(1, x, y));
pen.setQuadraticToFunc((cx, cy, x, y) => drawn.push(2, cx, cy, x, y));
pen.setCubicToFunc((ax, ay, bx, by, x, y) => drawn.push(3, ax, ay, bx, by, x, y));
pen.setClosePathFunc(() => drawn.push(4));

/** Returns the outline of a glyph in a font file. */
export function drawnOutline(font: hb.Font, glyph: number): Outline {
  drawn.length = 0;
  font.drawGlyph(glyph, pen, undefined);
  return new Float32Array(drawn);
}

/** Returns an outline of HarfBuzz commands. */
export function outlineOf(commands: readonly hb.SvgPathCommand[]): Outline {
  return new Float32Array(commands.flatMap(({ type, values }) => [commandTypes.indexOf(type), ...values]));
}
