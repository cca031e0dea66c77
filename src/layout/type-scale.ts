import type { Size } from '../model/vocabulary.ts';
import { type FittedText, fitText, largestForInk, largestLegibleSize } from '../text/fit.ts';
import type { MeasuredText } from '../text/measure.ts';

/**
 * The type sizes of a board's labels in px, largest first. Most labels take the first; long ones take one of at most
 * two smaller steps.
 */
export type TypeScale = readonly number[];

/**
 * Maximum share of labels that may take a smaller step. Among few labels one may; small type, in px, allows more,
 * because the other labels should not shrink as well.
 */
const longShare = { usual: 0.15, max: 0.2, smallType: 22 } as const;
/** Steps closer together than this look like a mistake and are merged. */
const minStep = 0.82;
/**
 * Relative to the size that the long labels leave to the others: the minimum of the largest step (`big`) and of a
 * single size for all (`one`), which let fewer labels stand out. `smaller` and `first` weigh the labels that still
 * stand out against what the others lose.
 */
const calm = { big: 0.86, one: 0.74, smaller: 1.75, first: 1 } as const;

/** Returns the scale for texts with the given largest sizes. O(n log n). */
export function typeScale(largest: readonly number[], bounds: { min: number; max: number }): TypeScale {
  const sizes = largest
    .map((size) => halfPixels(Math.min(bounds.max, Math.max(bounds.min, size))))
    .sort((left, right) => left - right);
  const small = sizes[0] ?? bounds.max;
  const main = sizes[maxLong(sizes.length, small)] ?? small;
  if (areOneStep(small, main)) return [small];
  const long = sizes.filter((size) => size < main);
  const bigs = [...new Set(long), main].filter((size) => size >= main * calm.big && !areOneStep(small, size));
  const scales = bigs.map((big) => stepsFrom(long, small, big));
  if (small >= main * calm.one) scales.push([small]);
  const losses = scales.map((scale) => lossOf(scale, long, main, sizes.length));
  return scales[losses.indexOf(Math.min(...losses))] ?? [small];
}

function stepsFrom(sizes: readonly number[], small: number, big: number): TypeScale {
  const middle = middleStep(sizes, small, big);
  return middle === undefined ? [big, small] : [big, middle, small];
}

/**
 * Returns the loss of a scale for `count` labels, in px: how far each stays below its largest size, which is one of
 * `long` or else `main`, and a penalty for labels that stand out.
 */
function lossOf(scale: TypeScale, long: readonly number[], main: number, count: number): number {
  const [big = 0] = scale;
  let loss = (count - long.length) * (main - big);
  let smaller = 0;
  for (const size of long) {
    loss += size - (scale.find((step) => step <= size) ?? 0);
    if (size < big) smaller++;
  }
  return smaller === 0 ? loss : loss + (smaller * calm.smaller - calm.first) * main;
}

/** Whether two sizes are too close together for two steps. */
export function areOneStep(small: number, big: number): boolean {
  return small >= big * minStep;
}

function maxLong(count: number, small: number): number {
  const max = Math.floor(count * longShare.max);
  return small < longShare.smallType ? max : Math.min(max, Math.max(1, Math.floor(count * longShare.usual)));
}

/**
 * Returns the step between small and big that enlarges the labels the most in total, or undefined when no step is
 * distinct.
 */
function middleStep(sizes: readonly number[], small: number, big: number): number | undefined {
  let [best, bestGain] = [undefined as number | undefined, 0];
  const below = sizes.filter((size) => size < big);
  const max = halfPixels(big * minStep - 1e-6);
  for (const [index, size] of below.entries()) {
    const step = Math.min(size, max);
    const gain = (below.length - index) * (step - small);
    if (!areOneStep(small, step) && gain > bestGain) [best, bestGain] = [step, gain];
  }
  return best;
}

/** Returns the largest size in px at which a text fits a box, given the minimum size. */
export type LargestOf = (text: MeasuredText, box: Size, minSize: number) => number;

/**
 * Returns the step of a text: the largest at which it fits whole. A text too long for every step takes the smallest.
 * If it is too tall even for that (stacked marks), or has a character wider than the box, it gets a smaller size, so
 * that no ink leaves its box.
 */
function stepFor(text: MeasuredText, scale: TypeScale, box: Size, largestOf: LargestOf): number {
  const minSize = scale.at(-1) ?? 0;
  const largest = largestOf(text, box, minSize) + 1e-6;
  const step = scale.find((size) => size <= largest);
  if (step !== undefined) return step;
  const own = largestForInk(text, box, minSize);
  // Labels of nearly one size share their glyphs.
  return halfPixels(own) || own;
}

/** Sets a text at its step of the scale. */
export function setText(
  text: MeasuredText,
  scale: TypeScale,
  box: Size,
  largestOf: LargestOf = largestLegibleSize,
): FittedText & { size: number } {
  const size = stepFor(text, scale, box, largestOf);
  return { ...fitText(text, size, box), size };
}

/** Rounds a size down to half pixels. */
export function halfPixels(size: number): number {
  return Math.floor(size * 2) / 2;
}
