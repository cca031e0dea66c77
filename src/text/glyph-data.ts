import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SvgPathCommand } from 'harfbuzzjs';
import { packagedData } from '../files/package-files.ts';

/** Outlines that replace those of a font file; `npm run glyphs` writes them. */
export interface GlyphData {
  /** Length of the paths' unit, in font units. */
  readonly unit: number;
  /** By glyph: SVG path data with y upwards, of the commands `M`, `h`, `v` and `z`. */
  readonly glyphs: Readonly<Record<string, string>>;
}

/** Reads the outlines that replace those of a font. */
export function readGlyphData(font: string): GlyphData {
  return JSON.parse(readFileSync(join(packagedData.glyphsDir, `${font}.json`), 'utf8'));
}

/** Returns the outline of a glyph as commands in font units, or undefined where the font's own is drawn. */
export function redrawnOutline({ unit, glyphs }: GlyphData, glyph: number): SvgPathCommand[] | undefined {
  const path = glyphs[glyph];
  if (path === undefined) return undefined;
  let [x, y] = [0, 0];
  return Array.from(path.matchAll(command), ([, type, first, second]) => {
    if (type === 'z') return { type: 'Z', values: [] };
    if (type !== 'v') x = type === 'M' ? Number(first) : x + Number(first);
    if (type !== 'h') y = type === 'M' ? Number(second) : y + Number(first);
    return { type: type === 'M' ? 'M' : 'L', values: [x * unit, y * unit] };
  });
}

const command = /([Mhvz])(-?\d+)?(?: (-?\d+))?/g;
