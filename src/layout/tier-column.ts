import type { Size } from '../model/words.ts';
import type { MeasuredText } from '../text/measure.ts';
import { heightOf, largestLegibleSize, largestSize } from '../text/measure.ts';
import { spacing, typeSizes } from './spacing.ts';
import { type TypeScale, typeScale } from './type-scale.ts';

/** The column of tier titles: its width, and the least height each row needs for its title. All in px. */
export interface TierColumn {
  readonly width: number;
  readonly leastHeights: readonly number[];
}

const widths = [132, 156, 184, 216, 252] as const;

/** A row's least height where titles allow it, as a share of an even split of the board. */
const leastShare = 0.4;
/** All least heights together leave the tiles at least this share of the board. */
const mostShare = 0.6;

/** The narrowest column in which all titles reach a comfortable size, else the one that serves them best. */
export function tierColumn(titles: readonly MeasuredText[], height: number): TierColumn {
  const even = height / titles.length;
  const comfortable = Math.min(40, Math.max(typeSizes.least, even * 0.3));
  const candidates = widths.map((width) => {
    const room = { width: width - 2 * spacing.cellPadding, height: cellRoom(even) };
    return { width, size: Math.min(...titles.map((title) => largestSize(title, room))) };
  });
  const comfortableOne = candidates.find(({ size }) => size >= comfortable);
  const { width } = comfortableOne ?? candidates.reduce((a, b) => (b.size > a.size * 1.04 ? b : a));
  const plain = Math.min(Math.max(24, Math.floor(even * leastShare)), 100);
  const needed = titles.map((title) => Math.max(plain, titleHeight(title, width - 2 * spacing.cellPadding)));
  const total = needed.reduce((sum, least) => sum + least, 0);
  const most = Math.floor(even * mostShare);
  const leastHeights = total <= height * mostShare ? needed : needed.map((least) => Math.min(least, most));
  return { width, leastHeights };
}

/** A row so many times as high as the usual one is a block of its own, and its title may be larger. */
const tallRow = 3;

/** The type scale of each tier's title, in rows of those heights. */
export function tierScales(
  titles: readonly MeasuredText[],
  width: number,
  heights: readonly number[],
): readonly TypeScale[] {
  const lowest = Math.min(...heights);
  const sizes = titles.map((title, row) =>
    largestTitleSize(
      title,
      { width: width - 2 * spacing.cellPadding, height: cellRoom(heights[row] ?? lowest) },
      typeSizes.least,
    ),
  );
  const usual = heights.toSorted((left, right) => left - right)[Math.floor(heights.length / 2)] ?? lowest;
  const scale = typeScale(sizes, {
    least: typeSizes.least,
    most: Math.min(typeSizes.largestTier, usual * 0.5),
  });
  return heights.map((height) => (height > tallRow * usual ? [typeSizes.largestTier, ...scale] : scale));
}

/** The largest size in px at which a tier's title fits its room: a word is broken only where it is not legible whole. */
export function largestTitleSize(title: MeasuredText, room: Size, least: number): number {
  const whole = largestSize(title, room);
  return whole >= typeSizes.least ? whole : largestLegibleSize(title, room, least);
}

/** Height for text in a label cell of that height. */
export function cellRoom(height: number): number {
  return height - 2 * Math.min(16, Math.floor(height * 0.2));
}

/** The height a title needs at a modest size in a column of that width. */
function titleHeight(title: MeasuredText, width: number): number {
  const size = 18;
  const index = title.widths.findIndex((needed) => needed * size <= width);
  const lines = index === -1 ? title.widths.length : index + 1;
  return Math.ceil(heightOf(title, lines) * size) + 12;
}
