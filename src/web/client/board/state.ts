import type { AspectRatio, Locale, ThemeName } from '../../../model/vocabulary.ts';
import type { BoardTemplate } from '../../tier/board-data.ts';

/** A ranking as it stands. Everything here is a value: changes make new ones. */
export interface Board {
  /** null: the template's title. */
  readonly title: string | null;
  readonly locale: Locale;
  readonly theme: ThemeName;
  readonly aspectRatio: AspectRatio;
  readonly tiers: readonly Tier[];
  /** What is in no tier. */
  readonly pool: readonly ItemKey[];
  /** Items that the template doesn't have. */
  readonly own: readonly OwnItem[];
}

/** `item_N` of the template, or the key of an own item. Each is in one place at a time. */
export type ItemKey = string;

export interface Tier {
  /** Stays the same whatever becomes of title and row. */
  readonly key: number;
  readonly title: string;
  /** `#rrggbb`; null: the template's or the theme's. */
  readonly color: string | null;
  readonly items: readonly ItemKey[];
}

export interface OwnItem {
  readonly key: ItemKey;
  readonly label: string;
  /** Of a picture; then the label, which may be empty, is its caption. */
  readonly url?: string | undefined;
}

/** The key of a tier, or the pool. */
export type Place = number | 'pool';

export type Action =
  /** `at` counts among the others in that place; absent: to the end. */
  | { readonly type: 'place'; readonly item: ItemKey; readonly to: Place; readonly at?: number }
  | { readonly type: 'title'; readonly title: string }
  | { readonly type: 'addTier'; readonly title: string }
  | { readonly type: 'renameTier'; readonly tier: number; readonly title: string }
  | { readonly type: 'colorTier'; readonly tier: number; readonly color: string | null }
  /** `to` is the row that it is in then, from 0. */
  | { readonly type: 'moveTier'; readonly tier: number; readonly to: number }
  | { readonly type: 'removeTier'; readonly tier: number }
  | { readonly type: 'theme'; readonly theme: ThemeName }
  | { readonly type: 'aspectRatio'; readonly aspectRatio: AspectRatio }
  | { readonly type: 'locale'; readonly locale: Locale }
  | { readonly type: 'addItems'; readonly items: readonly Omit<OwnItem, 'key'>[] }
  | { readonly type: 'removeItem'; readonly item: ItemKey }
  | { readonly type: 'startOver' };

export interface Setting {
  readonly template: BoardTemplate;
  readonly theme: ThemeName;
  readonly aspectRatio: AspectRatio;
  readonly locale: Locale;
  readonly maxTiers: number;
  readonly maxItems: number;
}

/** The board as it is before anybody has done anything. */
export function blankBoard({ template, theme, aspectRatio, locale }: Setting): Board {
  return {
    title: null,
    locale,
    theme,
    aspectRatio,
    tiers: template.tracks.map(({ title }, key) => ({ key, title: title[locale], color: null, items: [] })),
    pool: template.items.map((_, index) => `item_${index}`),
    own: [],
  };
}

/** The board after an action: the very same one when that changes nothing. */
export function changed(board: Board, action: Action, setting: Setting): Board {
  switch (action.type) {
    case 'place':
      return placed(board, action.item, action.to, action.at);
    case 'title': {
      const title = action.title === setting.template.title[board.locale] ? null : action.title;
      return title === board.title ? board : { ...board, title };
    }
    case 'addTier': {
      if (board.tiers.length >= setting.maxTiers) return board;
      const key = Math.max(-1, ...board.tiers.map((tier) => tier.key)) + 1;
      return { ...board, tiers: [...board.tiers, { key, title: action.title, color: null, items: [] }] };
    }
    case 'renameTier':
      return withTier(board, action.tier, (tier) => ({ ...tier, title: action.title }));
    case 'colorTier':
      return withTier(board, action.tier, (tier) => ({ ...tier, color: action.color }));
    case 'moveTier':
      return tierMoved(board, action.tier, action.to);
    case 'removeTier': {
      const gone = board.tiers.find(({ key }) => key === action.tier);
      if (gone === undefined || board.tiers.length === 1) return board;
      const tiers = board.tiers.filter((tier) => tier !== gone);
      return { ...board, tiers, pool: [...board.pool, ...gone.items] };
    }
    case 'theme':
      return action.theme === board.theme ? board : { ...board, theme: action.theme };
    case 'aspectRatio':
      return action.aspectRatio === board.aspectRatio ? board : { ...board, aspectRatio: action.aspectRatio };
    case 'locale':
      return inLocale(board, action.locale, setting.template);
    case 'addItems':
      return withItems(board, action.items, setting.maxItems);
    case 'removeItem':
      if (!board.own.some(({ key }) => key === action.item)) return board;
      return { ...without(board, action.item), own: board.own.filter(({ key }) => key !== action.item) };
    case 'startOver':
      return blankBoard({ ...setting, ...pickChoices(board) });
  }
}

/** Where an item is, and where in there; undefined for one that is not on the board. */
export function placeOf(board: Board, item: ItemKey): { place: Place; index: number } | undefined {
  for (const place of places(board)) {
    const index = itemsIn(board, place).indexOf(item);
    if (index >= 0) return { place, index };
  }
  return undefined;
}

/** From the top down, the pool last. */
export function places(board: Board): readonly Place[] {
  return [...board.tiers.map(({ key }) => key), 'pool'];
}

export function itemsIn(board: Board, place: Place): readonly ItemKey[] {
  if (place === 'pool') return board.pool;
  return board.tiers.find(({ key }) => key === place)?.items ?? [];
}

function placed(board: Board, item: ItemKey, to: Place, at?: number): Board {
  const from = placeOf(board, item);
  if (from === undefined || !places(board).includes(to)) return board;
  const others = itemsIn(board, to).filter((one) => one !== item);
  const index = Math.min(Math.max(0, at ?? others.length), others.length);
  if (from.place === to && from.index === index) return board;
  const there = [...others.slice(0, index), item, ...others.slice(index)];
  const rest = without(board, item);
  if (to === 'pool') return { ...rest, pool: there };
  return withTier(rest, to, (tier) => ({ ...tier, items: there }));
}

function without(board: Board, item: ItemKey): Board {
  const kept = (items: readonly ItemKey[]) =>
    items.includes(item) ? items.filter((one) => one !== item) : items;
  return {
    ...board,
    pool: kept(board.pool),
    tiers: board.tiers.map((tier) =>
      tier.items.includes(item) ? { ...tier, items: kept(tier.items) } : tier,
    ),
  };
}

function withTier(board: Board, key: number, change: (tier: Tier) => Tier): Board {
  let isChanged = false;
  const tiers = board.tiers.map((tier) => {
    if (tier.key !== key) return tier;
    const next = change(tier);
    if (next.title === tier.title && next.color === tier.color && next.items === tier.items) return tier;
    isChanged = true;
    return next;
  });
  return isChanged ? { ...board, tiers } : board;
}

function tierMoved(board: Board, key: number, to: number): Board {
  const tier = board.tiers.find((one) => one.key === key);
  if (tier === undefined || board.tiers[to] === tier || to < 0 || to >= board.tiers.length) return board;
  const others = board.tiers.filter((one) => one !== tier);
  return { ...board, tiers: [...others.slice(0, to), tier, ...others.slice(to)] };
}

/** Titles that are still those of the template change with the language; what somebody has written stays. */
function inLocale(board: Board, locale: Locale, { tracks }: BoardTemplate): Board {
  if (locale === board.locale) return board;
  const tiers = board.tiers.map((tier) => {
    const track = tracks.find(({ title }) => title[board.locale] === tier.title);
    return track === undefined ? tier : { ...tier, title: track.title[locale] };
  });
  return { ...board, locale, tiers };
}

function withItems(board: Board, items: readonly Omit<OwnItem, 'key'>[], most: number): Board {
  const total = board.pool.length + board.tiers.reduce((sum, tier) => sum + tier.items.length, 0);
  const next = Math.max(-1, ...board.own.map(({ key }) => Number(key.replace('own_', '')))) + 1;
  const added = items
    .slice(0, Math.max(0, most - total))
    .map((item, index) => ({ ...item, key: `own_${next + index}` }));
  if (added.length === 0) return board;
  return { ...board, own: [...board.own, ...added], pool: [...board.pool, ...added.map(({ key }) => key)] };
}

function pickChoices({ locale, theme, aspectRatio }: Board) {
  return { locale, theme, aspectRatio };
}
