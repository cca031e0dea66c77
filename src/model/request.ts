import type { AspectRatio, Format, ImageErrorPolicy, Locale, Mode, Scale, ThemeName } from './vocabulary.ts';

/**
 * A render request with validated shape and texts, before its items are resolved. An absent field has no value yet:
 * the defaults are applied in one place, when the request becomes a RenderSpec.
 */
export interface RenderRequest {
  readonly mode?: Mode | undefined;
  readonly templateId?: number | undefined;
  readonly title?: string | undefined;
  readonly locale?: Locale | undefined;
  readonly aspectRatio?: AspectRatio | undefined;
  readonly theme?: ThemeName | undefined;
  readonly watermark?: boolean | undefined;
  readonly format?: Format | undefined;
  readonly scale?: Scale | undefined;
  readonly onImageError?: ImageErrorPolicy | undefined;
  /** Whether the answer has the address of a page with this board. */
  readonly boardUrl?: boolean | undefined;
  readonly tracks?: readonly RequestTrack[] | undefined;
  readonly items?: readonly RequestItem[] | undefined;
  readonly tiers: readonly RequestTier[];
}

export interface RequestTrack {
  readonly title: string;
  /** `#rrggbb` */
  readonly color?: string | undefined;
}

/** A plain string is a text tile. */
export type RequestItem =
  | string
  | { readonly type: 'text'; readonly label: string }
  | { readonly type: 'url'; readonly url: string; readonly label?: string | undefined }
  | { readonly type: 'photo'; readonly id: string; readonly label?: string | undefined };

export interface RequestTier {
  readonly title: string;
  /** An index into the pool (custom), an `item_N` reference (template) or the item itself (inline). */
  readonly items: readonly (number | RequestItem)[];
}
