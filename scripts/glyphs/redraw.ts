import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as hb from 'harfbuzzjs';
import { fontFiles } from '../../src/text/font-files.ts';
import type { GlyphData } from '../../src/text/glyph-data.ts';
import { withOpenGaps } from './open-gaps.ts';
import { type FontRedrawing, type Redrawing, type RedrawnFont, redrawnFonts } from './redrawings.ts';
import { boxesOf, unionOfSquares } from './union.ts';

const packages = createRequire(import.meta.url);

/** Returns the content of `data/glyphs/<name>.json`. */
export function redrawFont(name: RedrawnFont): GlyphData {
  const redrawing: FontRedrawing = redrawnFonts[name];
  const face = new hb.Face(new hb.Blob(readFileSync(packages.resolve(fontFiles[name].file))));
  const font = new hb.Font(face);
  const outlines = outlinesOf(font, redrawing, glyphCount(face));
  const unit = outlines
    .flatMap(([, commands]) => commands.flatMap(({ values }) => values))
    .reduce(greatestCommonDivisor, 0);
  return {
    unit,
    glyphs: Object.fromEntries(outlines.map(([glyph, commands]) => [glyph, pathOf(commands, unit)])),
  };
}

type Outlines = (readonly [glyph: number, commands: hb.SvgPathCommand[]])[];

/** Redraws all glyphs of a font of squares, and the listed glyphs of another font. */
function outlinesOf(font: hb.Font, { minGap, glyphs }: FontRedrawing, count: number): Outlines {
  const glyphOf = (character: string) => font.nominalGlyph(character.codePointAt(0) ?? 0) ?? 0;
  const ownOutline = ({ like }: Redrawing) => (like === undefined ? [] : font.glyphToJson(glyphOf(like)));
  const listed = Object.entries(glyphs).map(
    ([character, redrawing]) => [glyphOf(character), redrawing] as const,
  );
  if (minGap === undefined)
    return listed.map(([glyph, redrawing]) => [
      glyph,
      [...ownOutline(redrawing), ...unionOfSquares(redrawing.bars ?? [])],
    ]);
  const redrawings = new Map(listed);
  return Array.from({ length: count }, (_, glyph) => {
    const redrawing = redrawings.get(glyph);
    const own = redrawing ? ownOutline(redrawing) : font.glyphToJson(glyph);
    const squares = withOpenGaps([...boxesOf(own), ...(redrawing?.bars ?? [])], minGap);
    return [glyph, unionOfSquares(squares, redrawing?.cuts)];
  });
}

/** Source: OpenType, `maxp` table. */
function glyphCount(face: hb.Face): number {
  const table = face.referenceTable('maxp') ?? new Uint8Array(6);
  return new DataView(table.buffer, table.byteOffset).getUint16(4);
}

function greatestCommonDivisor(one: number, other: number): number {
  return other === 0 ? Math.abs(one) : greatestCommonDivisor(other, one % other);
}

/** Returns horizontal and vertical lines as SVG path data, in multiples of `unit`. */
function pathOf(commands: readonly hb.SvgPathCommand[], unit: number): string {
  let [x, y] = [0, 0];
  return commands
    .map(({ type, values: [toX = x, toY = y] }) => {
      const [dx, dy] = [(toX - x) / unit, (toY - y) / unit];
      if (type === 'Z') return 'z';
      if (type !== 'M' && (type !== 'L' || (dx !== 0 && dy !== 0)))
        throw new Error('an outline has curves or slanted lines');
      [x, y] = [toX, toY];
      if (type === 'M') return `M${x / unit} ${y / unit}`;
      return dx === 0 ? `v${dy}` : `h${dx}`;
    })
    .join('');
}
