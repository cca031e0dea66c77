import type { AspectRatio, Locale, Localized, Size, ThemeName } from '../../model/vocabulary.ts';
import type { Theme } from '../../themes/theme.ts';
import type { BoardWords } from './messages.ts';

/** What the page of a ranking board hands to its script: only what anybody may see. */
export interface BoardData {
  readonly template: BoardTemplate;
  /** The page's language. */
  readonly locale: Locale;
  /** What the languages call themselves. */
  readonly languages: Localized;
  readonly themes: readonly BoardTheme[];
  readonly ratios: readonly (Size & { readonly value: AspectRatio })[];
  readonly defaults: { readonly theme: ThemeName; readonly aspectRatio: AspectRatio };
  readonly limits: {
    readonly tiers: number;
    readonly poolItems: number;
    readonly titleLength: number;
    readonly tierTitleLength: number;
    readonly labelLength: number;
  };
  readonly addresses: BoardAddresses;
  readonly words: BoardWords;
  readonly isLoggedIn: boolean;
}

export interface BoardTemplate {
  /** `custom`: one that begins without items, to which people add their own. */
  readonly id: number | 'custom';
  readonly title: Localized;
  readonly tracks: readonly { readonly title: Localized; readonly color?: string | undefined }[];
  /** Item N is `item_N`. */
  readonly items: readonly BoardItem[];
}

export interface BoardItem {
  readonly label: Localized;
  readonly emoji?: string | undefined;
  /** The path of a drawing of the emoji. */
  readonly drawing?: string | undefined;
  /** The path of the drawing that it has in place of an emoji, but for a theme's name at its end. */
  readonly art?: string | undefined;
}

/** As much of a theme as it takes to look like it. */
export type BoardTheme = Pick<Theme, 'name' | 'colors' | 'palette'>;

interface BoardAddresses {
  /** What stands before every path; empty or a path without a trailing slash. */
  readonly root: string;
  /** Where the page has pictures drawn. */
  readonly render: string;
  /** Where programs have them drawn: an absolute address. */
  readonly api: string;
}
