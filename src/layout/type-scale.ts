import type { Size } from '../model/vocabulary.ts';
import { type FittedText, fitText, largestForInk, largestLegibleSize } from '../text/fit.ts';
import type { MeasuredText } from '../text/measure.ts';

/** Labels on a board take one size; long ones one of at most two smaller steps. Sizes in px, largest first. */
export type TypeScale = readonly number[];

/**
 * The share of labels that may take a smaller step; more among few labels, where one may, and where the smallest
 * are under a size in px that the others are better not set at.
 */
const longShare = { usual: 0.15, most: 0.2, smallType: 22 } as const;
/** Steps closer together than this read as a mistake and are made one. */
const minStep = 0.82;
/**
 * Of the size that the long labels leave to the others: the least that the largest step may be, and that one size for
 * all may be, so that fewer labels stand out; and what each that still does counts beside what the others lose.
 */
const calm = { big: 0.86, one: 0.74, smaller: 1.75, first: 1 } as const;

/** The scale for texts whose largest sizes are given. O(n log n). */
export function typeScale(largest: readonly number[], bounds: { least: number; most: number }): TypeScale {
  const sizes = largest
    .map((size) => halfPixels(Math.min(bounds.most, Math.max(bounds.least, size))))
    .sort((left, right) => left - right);
  const small = sizes[0] ?? bounds.most;
  const most = sizes[maxLong(sizes.length, small)] ?? small;
  if (areOneStep(small, most)) return [small];
  const long = sizes.filter((size) => size < most);
  const bigs = [...new Set(long), most].filter((size) => size >= most * calm.big && !areOneStep(small, size));
  const scales = bigs.map((big) => stepsFrom(long, small, big));
  if (small >= most * calm.one) scales.push([small]);
  const losses = scales.map((scale) => lossOf(scale, long, most, sizes.length));
  return scales[losses.indexOf(Math.min(...losses))] ?? [small];
}

function stepsFrom(sizes: readonly number[], small: number, big: number): TypeScale {
  const middle = middleStep(sizes, small, big);
  return middle === undefined ? [big, small] : [big, middle, small];
}

/** What `count` labels lose under the size `most` in px, and by standing out; `long` are the largest sizes under it. */
function lossOf(scale: TypeScale, long: readonly number[], most: number, count: number): number {
  const [big = 0] = scale;
  let loss = (count - long.length) * (most - big);
  let smaller = 0;
  for (const size of long) {
    loss += size - (scale.find((step) => step <= size) ?? 0);
    if (size < big) smaller++;
  }
  return smaller === 0 ? loss : loss + (smaller * calm.smaller - calm.first) * most;
}

/** Whether two sizes are too close together to be two steps. */
export function areOneStep(small: number, big: number): boolean {
  return small >= big * minStep;
}

function maxLong(count: number, small: number): number {
  const most = Math.floor(count * longShare.most);
  return small < longShare.smallType
    ? most
    : Math.min(most, Math.max(1, Math.floor(count * longShare.usual)));
}

/** The step between small and big that makes the labels larger by the most in all; undefined where none is distinct. */
function middleStep(sizes: readonly number[], small: number, big: number): number | undefined {
  let [best, bestGain] = [undefined as number | undefined, 0];
  const below = sizes.filter((size) => size < big);
  const most = halfPixels(big * minStep - 1e-6);
  for (const [index, size] of below.entries()) {
    const step = Math.min(size, most);
    const gain = (below.length - index) * (step - small);
    if (!areOneStep(small, step) && gain > bestGain) [best, bestGain] = [step, gain];
  }
  return best;
}

/** The largest size in px at which a text fits a box, its least size given. */
export type LargestOf = (text: MeasuredText, box: Size, least: number) => number;

/**
 * The step a text takes: the largest at which it fits whole. A text too long for all of them takes the least; one
 * too tall even for that (stacked marks), or with a character wider than the box, is made smaller still, so that no
 * ink leaves its box.
 */
function stepFor(text: MeasuredText, scale: TypeScale, box: Size, largestOf: LargestOf): number {
  const least = scale.at(-1) ?? 0;
  const largest = largestOf(text, box, least) + 1e-6;
  return scale.find((size) => size <= largest) ?? largestForInk(text, box, least);
}

/** The text set at its step of the scale. */
export function setText(
  text: MeasuredText,
  scale: TypeScale,
  box: Size,
  largestOf: LargestOf = largestLegibleSize,
): FittedText & { size: number } {
  const size = stepFor(text, scale, box, largestOf);
  return { ...fitText(text, size, box), size };
}

/** Type is set in half pixels. */
export function halfPixels(size: number): number {
  return Math.floor(size * 2) / 2;
}
