import type { FontName } from '../../src/text/font-files.ts';
import type { Box } from './union.ts';

/** How a font is redrawn. */
export interface FontRedrawing {
  /** The glyphs consist of squares, which become one outline; gaps in a letter are at least this wide, in font units. */
  readonly minGap?: number;
  readonly glyphs: Redrawings;
}

/** The redrawing of a glyph. */
export interface Redrawing {
  /** The character whose outline the glyph starts from; none without it. */
  readonly like?: string;
  /** Rectangles added to the outline. */
  readonly bars?: readonly Box[];
  /** Rectangles removed from the outline. */
  readonly cuts?: readonly Box[];
}

/** By the character whose glyph is redrawn. */
type Redrawings = Readonly<Record<string, Redrawing>>;

const bar = (left: number, bottom: number, right: number, top: number): Box => ({ left, bottom, right, top });

/** A breve with raised ends: the flat bar of the font reads as a macron. Its capitals are as low as its small letters. */
const raisedBreve = [bar(250, 875, 625, 1000), bar(125, 1000, 250, 1125), bar(625, 1000, 750, 1125)];

const pressStartGlyphs: Redrawings = {
  й: { like: 'и', bars: raisedBreve },
  Й: { like: 'и', bars: raisedBreve },
  ў: { like: 'у', bars: raisedBreve },
  Ў: { like: 'у', bars: raisedBreve },
};

const bracketAdvance = 1920;

/**
 * Makes round brackets rounder than square ones, removes the dot of the zero, which reads as an 8 in small type, and
 * widens the waist of B, 3 and similar letters.
 *
 * @param dot side of the font's squares, in font units
 */
function handjetGlyphs(dot: number): Redrawings {
  const column = (x: number, from: number, to: number) =>
    bar(x - dot / 2, from - dot / 2, x + dot / 2, to + dot / 2);
  const bracket = (at: (x: number) => number) => [
    column(at(720), 480, 3840),
    column(at(960), -240, 4560),
    column(at(1440), 4880, 5520),
    column(at(1440), -1200, -560),
  ];
  const right = 2160 + dot / 2;
  const waist = (left: number, middle: number) => bar(left, middle - 144, left + 480, middle + 144);
  return {
    '0': { like: 'O' },
    '(': { bars: bracket((x) => x) },
    ')': { bars: bracket((x) => bracketAdvance - x) },
    B: { like: 'B', cuts: [waist(right, 2640)] },
    В: { like: 'В', cuts: [waist(right, 2640)] },
    З: { like: 'З', cuts: [waist(right - 240, 2640)] },
    в: { like: 'в', cuts: [waist(right, 2160)] },
    з: { like: 'з', cuts: [waist(right - 240, 2160)] },
    '3': { like: '3', cuts: [waist(right, 2640)] },
    '8': { like: '8', cuts: [waist(right, 2640), waist(720 - dot / 2, 2640)] },
  };
}

export const redrawnFonts = {
  'handjet-700': { minGap: 480, glyphs: handjetGlyphs(768) },
  'handjet-800': { minGap: 480, glyphs: handjetGlyphs(864) },
  'press-start-2p': { glyphs: pressStartGlyphs },
} as const satisfies Partial<Record<FontName, FontRedrawing>>;

export type RedrawnFont = keyof typeof redrawnFonts;
