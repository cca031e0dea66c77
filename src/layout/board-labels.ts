import type { Art, BoardItem, BoardTier } from '../model/board.ts';
import type { MeasuredText } from '../text/measure.ts';

/** Measures texts in the faces of a theme. `inline` keeps a leading emoji, and art, in the line. */
export interface Measurer {
  title(text: string): MeasuredText;
  tier(text: string): MeasuredText;
  label(text: string, emoji: 'large' | 'inline', art?: Art): MeasuredText;
}

/** Of each tier, its labels, measured. */
export type Labels = readonly (readonly MeasuredText[])[];

export function measureLabels(
  tiers: readonly BoardTier[],
  measure: Measurer,
  emoji: 'large' | 'inline',
): Labels {
  return tiers.map((tier) => tier.items.map((item) => measureLabel(item, measure, emoji)));
}

/** An item's label, measured; that of a picture keeps its emoji in the line. */
export function measureLabel(item: BoardItem, measure: Measurer, emoji: 'large' | 'inline'): MeasuredText {
  return item.kind === 'picture'
    ? measure.label(item.label, 'inline')
    : measure.label(item.label, emoji, item.art);
}

/** The labels of a board's tiles of one kind. */
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
