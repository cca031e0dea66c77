/** Distances in px. The shorter side of every canvas is 1080 px, so they hold for all four ratios. */
export const spacing = {
  margin: 32,
  titleGap: 26,
  watermarkHeight: 34,
  watermarkGap: 20,
  /** How far the watermark's strip extends into the margin below it. */
  watermarkDrop: 8,
  /** Between the left edge of the watermark's symbol and its words. */
  watermarkSign: 36,
  /** At the left and right of a tier's title; more in a higher row. */
  cellPadding: { min: 12, max: 17 },
} as const;

/** Type sizes in px. A text that fits at `min` is never shortened. */
export const typeSizes = {
  min: 14,
  largestLabel: 60,
  /** On a tile that fills half of the board. */
  largestFew: 144,
  largestCaption: 26,
  /** Under a photo that fills much of the board. */
  largestPosterCaption: 44,
  /** In rows of the usual height, and in very high ones. */
  largestTier: { min: 76, max: 110 },
  watermark: 22,
} as const;

/** Distances that shrink as a board gets fuller. */
export interface Density {
  /** Between rows, between tiles, and from a lane's edge to its tiles. */
  readonly rowGap: number;
  readonly tileGap: number;
  readonly lanePadding: number;
}

export function densityOf(rows: number, tiles: number): Density {
  const rowGap = step(rows, [8, 10], [14, 7], [20, 5]) ?? 3;
  const lanePadding = step(rows, [8, 10], [14, 6], [20, 4]) ?? 2;
  const tileGap = step(tiles, [30, 10], [60, 8]) ?? 6;
  return { rowGap, lanePadding, tileGap: Math.min(tileGap, Math.max(4, lanePadding)) };
}

function step(count: number, ...steps: readonly (readonly [upTo: number, value: number])[]) {
  return steps.find(([upTo]) => count <= upTo)?.[1];
}
