import type { UserMessage } from './failures.ts';
import { shownItem } from './items.ts';
import type { BoardRequest } from './request.ts';
import type { Board, BoardSetup } from './state.ts';
import type { Translate } from './translate.ts';

/**
 * Returns a warning for each photo of a preview that failed, as an image would have it.
 *
 * @param problems by the position of the photo among those that are placed
 */
export function photoProblems(
  { items = [], tiers }: Pick<BoardRequest, 'items' | 'tiers'>,
  problems: ReadonlyMap<number, string>,
): string[] {
  const photos = tiers
    .flatMap((tier) => tier.items)
    .filter((position) => typeof items[Number(position)] === 'object');
  return [...problems].map(
    ([photo, problem]) => `items[${photos[photo]}]: ${problem}; a placeholder is drawn`,
  );
}

/** Returns the message for a warning of the service: it names the item, and keeps the service's reason as detail. */
export function warningMessage(warning: string, board: Board, setup: BoardSetup, t: Translate): UserMessage {
  const labelOf = (key: string | undefined) => (key === undefined ? '' : shownItem(board, key, setup).label);
  const [, pool, why] = /^items\[(\d+)\](?:\.url|\.id)?: (.+); a placeholder is drawn$/.exec(warning) ?? [];
  if (pool !== undefined) {
    const text = t('photoMissing', { item: labelOf(board.own[Number(pool)]?.key) });
    return why === undefined ? { text } : { text, detail: why };
  }
  if (/^title: too long/.test(warning)) return { text: t('titleShortened') };
  const [, row, place] = /^tiers\[(\d+)\](?:\.items\[(\d+)\])?.*too long/.exec(warning) ?? [];
  const tier = row === undefined ? undefined : board.tiers[Number(row)];
  if (tier === undefined) return { text: '', detail: warning };
  return place === undefined
    ? { text: t('tierShortened', { title: tier.title }) }
    : { text: t('labelShortened', { item: labelOf(tier.items[Number(place)]) }) };
}
