import type { Size } from '../model/words.ts';
import {
  type FittedText,
  fitText,
  heightOf,
  largestLegibleSize,
  type MeasuredText,
} from '../text/measure.ts';

/** Labels on a board take one size; long ones one of at most two smaller steps. Sizes in px, largest first. */
export type TypeScale = readonly number[];

/** The share of labels that may take a smaller step. */
const longShare = 0.2;
/** Steps closer together than this read as a mistake and are made one. */
const leastStep = 0.84;

/** The scale for texts whose largest sizes are given. O(n log n). */
export function typeScale(largest: readonly number[], bounds: { least: number; most: number }): TypeScale {
  const sizes = largest
    .map((size) => halfPixels(Math.min(bounds.most, Math.max(bounds.least, size))))
    .sort((left, right) => left - right);
  const small = sizes[0] ?? bounds.most;
  const big = sizes[Math.floor(sizes.length * longShare)] ?? small;
  if (small >= big * leastStep) return [small];
  const middle = sizes.find((size) => size > Math.sqrt(small * big)) ?? big;
  const distinct = small < middle * leastStep && middle < big * leastStep;
  return distinct ? [big, middle, small] : [big, small];
}

/**
 * The step a text takes: the largest at which it fits whole. A text too long for all of them takes the least;
 * one too tall even for that (stacked marks) is made smaller still, so that no ink leaves its box.
 */
function stepFor(text: MeasuredText, scale: TypeScale, box: Size): number {
  const largest = largestLegibleSize(text, box, scale.at(-1) ?? 0) + 1e-6;
  const step = scale.find((size) => size <= largest) ?? scale.at(-1) ?? largest;
  return Math.min(step, box.height / heightOf(text, 1));
}

/** The text set at its step of the scale. */
export function setText(text: MeasuredText, scale: TypeScale, box: Size): FittedText & { size: number } {
  const size = stepFor(text, scale, box);
  return { ...fitText(text, size, box), size };
}

function halfPixels(size: number): number {
  return Math.floor(size * 2) / 2;
}
