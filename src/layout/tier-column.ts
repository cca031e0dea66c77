import type { Size } from '../model/vocabulary.ts';
import { largestLegibleSize, largestSize } from '../text/fit.ts';
import { heightOf, type MeasuredText } from '../text/measure.ts';
import { spacing, typeSizes } from './spacing.ts';
import { type TypeScale, typeScale } from './type-scale.ts';

/** The column of tier titles: its width, and the minimum height of each row for its title. In px. */
export interface TierColumn {
  readonly width: number;
  readonly minHeights: readonly number[];
}

const widths = [132, 156, 184, 216, 252, 276, 300, 328] as const;

/**
 * Comfortable size of a title in px: a share of its row's height, and about as large as the labels beside it. Their
 * size is estimated as the share `em` of the side of the square that the board has for each em of them. A label counts
 * as at least `length` em long.
 */
const comfort = { share: 0.3, min: 40, max: 64, em: 0.55, length: 6 } as const;
/** The worth of larger titles compared with wider lanes: their size to this power. */
const titleWeight = 0.34;

/** Minimum height of a row, if its title allows it, as a share of an even split of the board. */
const minShare = 0.4;
/** Maximum share of the board that all minimum heights take together. */
const maxShare = 0.6;

/**
 * Returns the column in which the titles have a comfortable size, weighed against the space it takes from the labels.
 *
 * @param area the space for column and tiles, without the gaps between rows
 */
export function tierColumn(
  titles: readonly MeasuredText[],
  area: Size,
  labels: readonly MeasuredText[],
): TierColumn {
  const { height } = area;
  const even = height / titles.length;
  const ems = labels.reduce((sum, { widths }) => sum + Math.max(comfort.length, widths[0] ?? 0), 0);
  const label = comfort.em * Math.sqrt((area.width * height) / Math.max(1, ems));
  const comfortable = Math.min(
    Math.max(comfort.min, Math.min(comfort.max, label)),
    Math.max(typeSizes.min, even * comfort.share),
  );
  const candidates = widths.map((width) => {
    const size = Math.min(...titles.map((title) => largestSize(title, titleRoom({ width, height: even }))));
    return { width, worth: Math.min(size, comfortable) ** titleWeight * (area.width - width) };
  });
  const { width } = candidates.reduce((a, b) => (b.worth > a.worth ? b : a));
  const plain = Math.min(Math.max(24, Math.floor(even * minShare)), 100);
  const needed = titles.map((title) =>
    Math.max(plain, titleHeight(title, titleRoom({ width, height: even }).width)),
  );
  const total = needed.reduce((sum, row) => sum + row, 0);
  const maxHeight = Math.floor(even * maxShare);
  const minHeights = total <= height * maxShare ? needed : needed.map((row) => Math.min(row, maxHeight));
  return { width, minHeights };
}

/** A row this many times as high as the usual one is a block of its own, and its title may be larger. */
const tallRow = 3;

/** Returns the type scale of each tier's title, in rows of the given heights. */
export function tierScales(
  titles: readonly MeasuredText[],
  width: number,
  heights: readonly number[],
): readonly TypeScale[] {
  const lowest = Math.min(...heights);
  const sizes = titles.map((title, row) =>
    largestTitleSize(title, titleRoom({ width, height: heights[row] ?? lowest }), typeSizes.min),
  );
  const usual = heights.toSorted((left, right) => left - right)[Math.floor(heights.length / 2)] ?? lowest;
  const scale = typeScale(sizes, { min: typeSizes.min, max: maxIn(usual) });
  return heights.map((height) => (height > tallRow * usual ? [maxIn(height), ...scale] : scale));
}

/**
 * Returns the largest size in px at which a tier's title fits its box. A word is broken only if it is not legible
 * unbroken.
 */
export function largestTitleSize(title: MeasuredText, room: Size, minSize: number): number {
  const whole = largestSize(title, room);
  return whole >= typeSizes.min ? whole : largestLegibleSize(title, room, minSize);
}

/** Returns the largest size in px of a title in a row of the given height. */
function maxIn(height: number): number {
  const { min, max } = typeSizes.largestTier;
  return Math.max(typeSizes.min, Math.min(height * 0.5, Math.max(min, Math.min(max, height * 0.36))));
}

/** Returns the box for text in a label cell of the given size, with more space at its sides in a high row. */
export function titleRoom({ width, height }: Size): Size {
  const { min, max } = spacing.cellPadding;
  const side = Math.round(Math.max(min, Math.min(max, height * 0.1)));
  return { width: width - 2 * side, height: height - 2 * Math.min(16, Math.floor(height * 0.2)) };
}

/** Returns the height that a title needs at a modest size in a column of the given width. */
function titleHeight(title: MeasuredText, width: number): number {
  const size = 18;
  const index = title.widths.findIndex((needed) => needed * size <= width);
  const lines = index === -1 ? title.widths.length : index + 1;
  return Math.ceil(heightOf(title, lines) * size) + 12;
}
