/** Sets of tier colours, from the top tier downwards. Text on any of them is readable: `inkOn` chooses its ink. */
const palettes = {
  greenToRed: ['#2f9e63', '#7cb342', '#c9c736', '#f2a93b', '#ef7540', '#d3424a', '#973a5c'],
  ocean: ['#8fdcc8', '#52bcd6', '#3f90d6', '#4a67c9', '#5b4bb0', '#6d3d8f'],
  // The colours of Okabe and Ito, which people with a colour vision deficiency can distinguish.
  colorBlind: ['#0072b2', '#56b4e9', '#009e73', '#f0e442', '#e69f00', '#d55e00', '#cc79a7'],
  candy: ['#ff5c8a', '#ff8f6b', '#ffbe4d', '#8fd14f', '#3fc1b0', '#5b9bf0', '#a678e8'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type PaletteName = keyof typeof palettes;

/** Returns a set's colour for each of `rows` tiers: spread over the whole set, which begins again where it is too short. */
export function paletteColors(name: PaletteName, rows: number): readonly string[] {
  const colors: readonly string[] = palettes[name];
  const last = colors.length - 1;
  const positionOf = (row: number) =>
    rows > 1 && rows <= colors.length ? Math.round((row * last) / (rows - 1)) : row % colors.length;
  return Array.from({ length: rows }, (_, row) => colors[positionOf(row)] ?? '');
}

/** The names of all sets, in the order in which the page offers them. */
export const paletteNames = [
  'greenToRed',
  'ocean',
  'colorBlind',
  'candy',
] as const satisfies readonly PaletteName[];
