import * as v from 'valibot';
import { aspectRatios, locales } from '../../../model/vocabulary.ts';
import { applyAction, type Board, type BoardSetup } from './state.ts';

export const boardSchema = v.pipe(
  v.object({
    title: v.nullable(v.string()),
    locale: v.picklist(locales),
    theme: v.string(),
    aspectRatio: v.picklist(aspectRatios),
    tiers: v.pipe(
      v.array(
        v.object({
          key: v.pipe(v.number(), v.safeInteger()),
          title: v.string(),
          color: v.nullable(v.pipe(v.string(), v.regex(/^#[0-9a-f]{6}$/))),
          items: v.array(v.string()),
        }),
      ),
      v.minLength(1),
    ),
    pool: v.array(v.string()),
    own: v.array(
      v.object({
        key: v.string(),
        label: v.string(),
        url: v.optional(v.string()),
        photo: v.optional(v.string()),
      }),
    ),
  }),
  v.check((board) => hasDistinctKeys(board)),
);

/** What a board is stored with. */
export const savedEntries = {
  /** The page's language when it was saved. */
  pageLocale: v.picklist(locales),
  board: boardSchema,
};

const savedSchema = v.object({ version: v.literal(1), ...savedEntries });

export interface SavedBoard {
  readonly pageLocale: BoardSetup['locale'];
  readonly board: Board;
}

/**
 * Returns a saved board, adapted to the current template: items that the template no longer has are removed, and new ones
 * are added to the pool.
 *
 * @param themes the names of all themes
 */
export function restoreBoard(
  { pageLocale, board }: SavedBoard,
  setup: BoardSetup,
  themes: readonly string[],
): Board {
  const known = new Set([
    ...setup.template.items.map((_, index) => `item_${index}`),
    ...board.own.map(({ key }) => key),
  ]);
  /** Returns the known items of a list, each item once over all lists. */
  const take = (items: readonly string[]) => items.filter((item) => known.delete(item));
  const tiers = board.tiers.slice(0, setup.maxTiers).map((tier) => ({ ...tier, items: take(tier.items) }));
  const pool = take(board.pool);
  const theme = themes.includes(board.theme) ? board.theme : setup.theme;
  const adapted: Board = { ...board, theme, tiers, pool: [...pool, ...known] };
  // When the page's language has changed since, the board's language follows.
  return pageLocale === setup.locale
    ? adapted
    : applyAction(adapted, { type: 'locale', locale: setup.locale }, setup);
}

/** Parses the text that stores a board in localStorage, where each page had one before there were several. */
export function parseSavedText(text: string | null): SavedBoard | undefined {
  if (text === null) return undefined;
  try {
    const result = v.safeParse(savedSchema, JSON.parse(text));
    return result.success ? result.output : undefined;
  } catch {
    return undefined;
  }
}

function hasDistinctKeys({ tiers, own }: Pick<Board, 'tiers' | 'own'>): boolean {
  return (
    new Set(tiers.map(({ key }) => key)).size === tiers.length &&
    new Set(own.map(({ key }) => key)).size === own.length
  );
}

/** The browser's storage may be disabled or full. */
export function readStorage(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function writeStorage(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    // See readStorage.
  }
}

export function removeStorage(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // See readStorage.
  }
}
