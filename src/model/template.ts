import type { Art } from './board.ts';
import type { Localized } from './vocabulary.ts';

/** An official template as its file in `data/templates/` says it. Item N is referenced as `item_N`. */
export interface Template {
  readonly id: number;
  readonly revision: number;
  readonly title: Localized;
  readonly description: Localized;
  readonly category: string;
  readonly tags: readonly string[];
  readonly tracks: readonly TemplateTrack[];
  readonly items: readonly TemplateItem[];
}

export interface TemplateTrack {
  readonly title: Localized;
  /** `#rrggbb`; absent: the theme's palette. */
  readonly color?: string | undefined;
}

export interface TemplateItem {
  readonly label: Localized;
  /** A picture for the item, drawn above the label: one emoji, or a drawing. Never both. */
  readonly emoji?: string | undefined;
  readonly art?: Art | undefined;
}

/** Where a request's template comes from. */
export interface TemplateCatalog {
  find(id: number): Template | undefined;
}
