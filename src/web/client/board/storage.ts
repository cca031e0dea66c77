import * as v from 'valibot';
import { aspectRatios, locales } from '../../../model/vocabulary.ts';
import { applyAction, type Board, type BoardSetup, blankBoard } from './state.ts';

const savedSchema = v.object({
  version: v.literal(1),
  /** The page's language when it was saved. */
  pageLocale: v.picklist(locales),
  board: v.object({
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
    own: v.array(v.object({ key: v.string(), label: v.string(), url: v.optional(v.string()) })),
  }),
});

/** Returns a board as the text to store. */
export function serializeBoard(board: Board, pageLocale: BoardSetup['locale']): string {
  return JSON.stringify({ version: 1, pageLocale, board });
}

/**
 * Returns the board that a text stores, adapted to the current template: items that the template no longer has are
 * removed, and new ones are added to the pool. Without a valid text the board is blank.
 *
 * @param themes the names of all themes
 */
export function restoreBoard(text: string | null, setup: BoardSetup, themes: readonly string[]): Board {
  const saved = parse(text);
  if (saved === undefined) return blankBoard(setup);
  const { pageLocale, board } = saved;
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

function parse(text: string | null): v.InferOutput<typeof savedSchema> | undefined {
  if (text === null) return undefined;
  try {
    const result = v.safeParse(savedSchema, JSON.parse(text));
    return result.success && hasDistinctKeys(result.output.board) ? result.output : undefined;
  } catch {
    return undefined;
  }
}

function hasDistinctKeys({ tiers, own }: Board): boolean {
  return (
    new Set(tiers.map(({ key }) => key)).size === tiers.length &&
    new Set(own.map(({ key }) => key)).size === own.length
  );
}

/** Storage may be disabled or full. The board then lasts as long as the page. */
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
