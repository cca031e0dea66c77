import type { Art } from './board.ts';
import type { Localized } from './vocabulary.ts';

/** An official template, with the content of its file in `data/templates/`. Item N is referenced as `item_N`. */
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
  /** `#rrggbb`; absent: a colour of the theme's palette. */
  readonly color?: string | undefined;
}

export interface TemplateItem {
  readonly label: Localized;
  /** What is drawn above the label: one emoji or a drawing, never both. */
  readonly emoji?: string | undefined;
  /** It may be read when it is first asked for: whether there is any is asked by `hasDrawing`. */
  readonly art?: Art;
}

/** A lookup of templates by id. */
export interface TemplateCatalog {
  find(id: number): Template | undefined;
}
