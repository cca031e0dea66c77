import type { RenderRequest } from '../../model/request.ts';
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
  readonly login: LoginOffer;
  /** The board in the page's address, which is shown as an image until a visitor makes a copy. */
  readonly shared?: RenderRequest | undefined;
}

/** A board that the page is to open, as `POST /tier/open` has checked it. */
export interface OpenedBoard {
  readonly request: RenderRequest;
  /** The template of the board, or the one for own items. */
  readonly template: BoardTemplate;
}

/** What logging in would change. */
export interface LoginOffer {
  readonly isLoggedIn: boolean;
  /** Whether every account may have more images drawn in a day than a visitor. */
  readonly givesMore: boolean;
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
  /** The path to which the page sends the same requests for previews. */
  readonly preview: string;
  /** The path that checks requests and links which the page is to open. */
  readonly open: string;
  /** The path of the page to log in. */
  readonly login: string;
  /** The absolute address of the render endpoint of the API. */
  readonly api: string;
}
