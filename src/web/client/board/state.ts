import type { AspectRatio, Locale, ThemeName } from '../../../model/vocabulary.ts';
import type { BoardTemplate } from '../../tier/board-data.ts';

/** The state of a ranking. It is immutable: an action returns a new board. */
export interface Board {
  /** null: the template's title. */
  readonly title: string | null;
  readonly locale: Locale;
  readonly theme: ThemeName;
  readonly aspectRatio: AspectRatio;
  readonly tiers: readonly Tier[];
  /** The items that are in no tier. */
  readonly pool: readonly ItemKey[];
  /** Items that people have added. */
  readonly own: readonly OwnItem[];
}

/** `item_N` of the template, or the key of an own item. Each is in one place at a time. */
export type ItemKey = string;

export interface Tier {
  /** Identifies the tier when its title or row changes. */
  readonly key: number;
  readonly title: string;
  /** `#rrggbb`; null: the template's or the theme's. */
  readonly color: string | null;
  readonly items: readonly ItemKey[];
}

export interface OwnItem {
  readonly key: ItemKey;
  readonly label: string;
  /** The address of a photo. The label, which may be empty, is then its caption. */
  readonly url?: string | undefined;
  /** A photo of this person: its id, or a token of OwnPhotos. The label is likewise its caption. */
  readonly photo?: string | undefined;
}

/** The key of a tier, or the pool. */
export type Place = number | 'pool';

export type Action =
  /** `at` is the index among the other items of that place. Absent: at the end. */
  | { readonly type: 'place'; readonly item: ItemKey; readonly to: Place; readonly at?: number }
  /** `pool` holds the items of the pool in another order. */
  | { readonly type: 'orderPool'; readonly pool: readonly ItemKey[] }
  /** Moves the whole pool to the end of a tier. */
  | { readonly type: 'placeRest'; readonly tier: number }
  | { readonly type: 'title'; readonly title: string }
  | { readonly type: 'addTier'; readonly title: string }
  | { readonly type: 'renameTier'; readonly tier: number; readonly title: string }
  | { readonly type: 'colorTier'; readonly tier: number; readonly color: string | null }
  /** The colours of all tiers, by row. */
  | { readonly type: 'colorTiers'; readonly colors: readonly Tier['color'][] }
  /** `to` is the new row, from 0. */
  | { readonly type: 'moveTier'; readonly tier: number; readonly to: number }
  | { readonly type: 'removeTier'; readonly tier: number }
  | { readonly type: 'theme'; readonly theme: ThemeName }
  | { readonly type: 'aspectRatio'; readonly aspectRatio: AspectRatio }
  | { readonly type: 'locale'; readonly locale: Locale }
  | { readonly type: 'addItems'; readonly items: readonly Omit<OwnItem, 'key'>[] }
  | { readonly type: 'labelItem'; readonly item: ItemKey; readonly label: string }
  | { readonly type: 'removeItem'; readonly item: ItemKey }
  | { readonly type: 'startOver' }
  | { readonly type: 'open'; readonly board: Board };

/** What a board starts from, and its limits. */
export interface BoardSetup {
  readonly template: BoardTemplate;
  readonly theme: ThemeName;
  readonly aspectRatio: AspectRatio;
  readonly locale: Locale;
  readonly maxTiers: number;
  readonly maxItems: number;
}

/** Returns the board before any action. */
export function blankBoard({ template, theme, aspectRatio, locale }: BoardSetup): Board {
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

/** Returns the board after an action, or the same object when the action changes nothing. */
export function applyAction(board: Board, action: Action, setup: BoardSetup): Board {
  switch (action.type) {
    case 'place':
      return placed(board, action.item, action.to, action.at);
    case 'orderPool':
      return action.pool.every((item, index) => item === board.pool[index])
        ? board
        : { ...board, pool: action.pool };
    case 'placeRest': {
      const add = (tier: Tier): Tier => ({ ...tier, items: [...tier.items, ...board.pool] });
      return board.pool.length === 0 ? board : { ...withTier(board, action.tier, add), pool: [] };
    }
    case 'title': {
      const title = action.title === setup.template.title[board.locale] ? null : action.title;
      return title === board.title ? board : { ...board, title };
    }
    case 'addTier': {
      if (board.tiers.length >= setup.maxTiers) return board;
      const key = Math.max(-1, ...board.tiers.map((tier) => tier.key)) + 1;
      return { ...board, tiers: [...board.tiers, { key, title: action.title, color: null, items: [] }] };
    }
    case 'renameTier':
      return withTier(board, action.tier, (tier) => ({ ...tier, title: action.title }));
    case 'colorTier':
      return withTier(board, action.tier, (tier) => ({ ...tier, color: action.color }));
    case 'colorTiers':
      return board.tiers.every(({ color }, row) => color === (action.colors[row] ?? null))
        ? board
        : {
            ...board,
            tiers: board.tiers.map((tier, row) => ({ ...tier, color: action.colors[row] ?? null })),
          };
    case 'moveTier':
      return tierMoved(board, action.tier, action.to);
    case 'removeTier': {
      const removed = board.tiers.find(({ key }) => key === action.tier);
      if (removed === undefined || board.tiers.length === 1) return board;
      const tiers = board.tiers.filter((tier) => tier !== removed);
      return { ...board, tiers, pool: [...board.pool, ...removed.items] };
    }
    case 'theme':
      return action.theme === board.theme ? board : { ...board, theme: action.theme };
    case 'aspectRatio':
      return action.aspectRatio === board.aspectRatio ? board : { ...board, aspectRatio: action.aspectRatio };
    case 'locale':
      return inLocale(board, action.locale, setup.template);
    case 'addItems':
      return withItems(board, action.items, setup.maxItems);
    case 'labelItem':
      return {
        ...board,
        own: board.own.map((own) => (own.key === action.item ? { ...own, label: action.label } : own)),
      };
    case 'removeItem':
      if (!board.own.some(({ key }) => key === action.item)) return board;
      return { ...without(board, action.item), own: board.own.filter(({ key }) => key !== action.item) };
    case 'open':
      return action.board;
    case 'startOver':
      return blankBoard({ ...setup, ...pickChoices(board) });
  }
}

/** Returns the place of an item and its index there, or undefined for an unknown item. */
export function placeOf(board: Board, item: ItemKey): { place: Place; index: number } | undefined {
  for (const place of places(board)) {
    const index = itemsIn(board, place).indexOf(item);
    if (index >= 0) return { place, index };
  }
  return undefined;
}

/** Returns the places from top to bottom, the pool last. */
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
  const reordered = [...others.slice(0, index), item, ...others.slice(index)];
  const rest = without(board, item);
  if (to === 'pool') return { ...rest, pool: reordered };
  return withTier(rest, to, (tier) => ({ ...tier, items: reordered }));
}

function without(board: Board, item: ItemKey): Board {
  const remaining = (items: readonly ItemKey[]) =>
    items.includes(item) ? items.filter((one) => one !== item) : items;
  return {
    ...board,
    pool: remaining(board.pool),
    tiers: board.tiers.map((tier) =>
      tier.items.includes(item) ? { ...tier, items: remaining(tier.items) } : tier,
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

/** Translates the titles that are still the template's. Edited titles stay. */
function inLocale(board: Board, locale: Locale, { tracks }: BoardTemplate): Board {
  if (locale === board.locale) return board;
  const tiers = board.tiers.map((tier) => {
    const track = tracks.find(({ title }) => title[board.locale] === tier.title);
    return track === undefined ? tier : { ...tier, title: track.title[locale] };
  });
  return { ...board, locale, tiers };
}

function withItems(board: Board, items: readonly Omit<OwnItem, 'key'>[], maxItems: number): Board {
  const total = board.pool.length + board.tiers.reduce((sum, tier) => sum + tier.items.length, 0);
  const next = Math.max(-1, ...board.own.map(({ key }) => Number(key.replace('own_', '')))) + 1;
  const added = items
    .slice(0, Math.max(0, maxItems - total))
    .map((item, index) => ({ ...item, key: `own_${next + index}` }));
  if (added.length === 0) return board;
  return { ...board, own: [...board.own, ...added], pool: [...board.pool, ...added.map(({ key }) => key)] };
}

function pickChoices({ locale, theme, aspectRatio }: Board) {
  return { locale, theme, aspectRatio };
}
