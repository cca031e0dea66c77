import * as v from 'valibot';
import { aspectRatios, locales } from '../../../model/vocabulary.ts';
import { type Board, blankBoard, changed, type Setting } from './state.ts';

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

export function savedText(board: Board, pageLocale: Setting['locale']): string {
  return JSON.stringify({ version: 1, pageLocale, board });
}

/**
 * The board that a text holds, made fit for the template as it is now: what is no item any more goes, and new items come
 * to the pool. Without a text, or with one that is none of ours, the board is blank.
 *
 * @param themes those that there are
 */
export function restored(text: string | null, setting: Setting, themes: readonly string[]): Board {
  const saved = parse(text);
  if (saved === undefined) return blankBoard(setting);
  const { pageLocale, board } = saved;
  const known = new Set([
    ...setting.template.items.map((_, index) => `item_${index}`),
    ...board.own.map(({ key }) => key),
  ]);
  /** Takes each item once. */
  const take = (items: readonly string[]) => items.filter((item) => known.delete(item));
  const tiers = board.tiers.slice(0, setting.maxTiers).map((tier) => ({ ...tier, items: take(tier.items) }));
  const pool = take(board.pool);
  const theme = themes.includes(board.theme) ? board.theme : setting.theme;
  const fit: Board = { ...board, theme, tiers, pool: [...pool, ...known] };
  // Whoever has changed the page's language since wants the board in it too.
  return pageLocale === setting.locale
    ? fit
    : changed(fit, { type: 'locale', locale: setting.locale }, setting);
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
