import type { Told } from './failures.ts';
import { shownItem } from './items.ts';
import type { Say } from './say.ts';
import type { Board, Setting } from './state.ts';

/** What is said of a warning: what it is about by name, and the service's own words where it says more. */
export function toldWarning(warning: string, board: Board, setting: Setting, say: Say): Told {
  const labelOf = (key: string | undefined) =>
    key === undefined ? '' : shownItem(board, key, setting).label;
  const [, pool, why] = /^items\[(\d+)\](?:\.url)?: (.+); a placeholder is drawn$/.exec(warning) ?? [];
  if (pool !== undefined) {
    const text = say('pictureMissing', { item: labelOf(board.own[Number(pool)]?.key) });
    return why === undefined ? { text } : { text, detail: why };
  }
  if (/^title: too long/.test(warning)) return { text: say('titleShortened') };
  const [, row, place] = /^tiers\[(\d+)\](?:\.items\[(\d+)\])?.*too long/.exec(warning) ?? [];
  const tier = row === undefined ? undefined : board.tiers[Number(row)];
  if (tier === undefined) return { text: '', detail: warning };
  return place === undefined
    ? { text: say('tierShortened', { title: tier.title }) }
    : { text: say('labelShortened', { item: labelOf(tier.items[Number(place)]) }) };
}
