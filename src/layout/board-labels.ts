import type { Art, BoardItem, BoardTier } from '../model/board.ts';
import type { MeasuredText } from '../text/measure.ts';

/** Measures texts in the fonts of a theme. With `inline`, a leading emoji or art stays in the line. */
export interface Measurer {
  title(text: string): MeasuredText;
  tier(text: string): MeasuredText;
  label(text: string, emoji: 'large' | 'inline', art?: Art): MeasuredText;
}

/** The measured labels of each tier. */
export type Labels = readonly (readonly MeasuredText[])[];

export function measureLabels(tiers: readonly BoardTier[], measure: Measurer): Labels {
  return tiers.map((tier) => tier.items.map((item) => measureLabel(item, measure, 'large')));
}

/** Measures the labels with a large emoji again, with it in their line. */
export function withEmojiInline(labels: Labels, tiers: readonly BoardTier[], measure: Measurer): Labels {
  return labels.map((row, tier) =>
    row.map((label, position) => {
      const item = tiers[tier]?.items[position];
      return item && label.emoji ? measureLabel(item, measure, 'inline') : label;
    }),
  );
}

/** Measures an item's label. In a photo's caption, an emoji stays in the line. */
export function measureLabel(item: BoardItem, measure: Measurer, emoji: 'large' | 'inline'): MeasuredText {
  return item.kind === 'picture'
    ? measure.label(item.label, 'inline')
    : measure.label(item.label, emoji, item.art);
}

/** Returns the labels of all tiles of one kind. */
export function labelsOf(
  kind: BoardItem['kind'],
  tiers: readonly BoardTier[],
  labels: Labels,
): MeasuredText[] {
  return labels.flatMap((row, tier) =>
    row.filter((_, position) => tiers[tier]?.items[position]?.kind === kind),
  );
}

export function hasPhotos(tiers: readonly BoardTier[]): boolean {
  return tiers.some((tier) => tier.items.some((item) => item.kind === 'picture'));
}
