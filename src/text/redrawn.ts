import type { Box } from './dots.ts';

/** What a glyph is drawn of instead of its own outline; bars are added to it, cuts taken out. */
export interface Redrawing<Glyph> {
  /** The glyph whose outline it takes, if any. */
  readonly like?: Glyph | undefined;
  readonly bars?: readonly Box[];
  readonly cuts?: readonly Box[];
}

/** By the character whose glyph it is; the glyphs they are like are named by their characters, too. */
export type Redrawings = Readonly<Record<string, Redrawing<string>>>;

const bar = (left: number, bottom: number, right: number, top: number): Box => ({ left, bottom, right, top });

/** Breves with raised ends, where the font has flat bars that read as macrons; its capitals are as low as the small letters. */
const raisedBreve = [bar(250, 875, 625, 1000), bar(125, 1000, 250, 1125), bar(625, 1000, 750, 1125)];

export const pressStartGlyphs: Redrawings = {
  й: { like: 'и', bars: raisedBreve },
  Й: { like: 'и', bars: raisedBreve },
  ў: { like: 'у', bars: raisedBreve },
  Ў: { like: 'у', bars: raisedBreve },
};

/**
 * Round brackets that are rounder than the square ones; a zero without the dot with which it reads as an 8 where type is
 * small; and a waist of B, 3 and their like that is more than a crack.
 *
 * @param dot side of the font's squares, in its units
 */
export function handjetGlyphs(dot: number): Redrawings {
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

const bracketAdvance = 1920;
