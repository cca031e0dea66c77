import type { AspectRatio, Locale, Localized, Size, ThemeName } from '../../model/vocabulary.ts';
import type { Theme } from '../../themes/theme.ts';
import type { BoardMessages } from './messages.ts';

/** The public data that the page of a ranking board passes to its script. */
export interface BoardData {
  readonly template: BoardTemplate;
  /** The page's language. */
  readonly locale: Locale;
  /** The name of each language in that language. */
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
  readonly messages: BoardMessages;
  readonly isLoggedIn: boolean;
}

export interface BoardTemplate {
  /** `custom` starts without items; people add their own. */
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
  /** The path of the item's art, to which a theme's name is appended. An item with art shows no emoji. */
  readonly art?: string | undefined;
}

/** The colours of a theme. */
export type BoardTheme = Pick<Theme, 'name' | 'colors' | 'palette'>;

interface BoardAddresses {
  /** The prefix of every path: empty, or a path without a trailing slash. */
  readonly root: string;
  /** The path to which the page sends render requests. */
  readonly render: string;
  /** The absolute address of the same in the API. */
  readonly api: string;
}
