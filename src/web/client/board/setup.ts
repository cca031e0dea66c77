import type { BoardData } from '../../tier/board-data.ts';
import type { BoardSetup } from './state.ts';

/** Returns what a page's board starts from. */
export function boardSetup({ template, defaults, locale, limits }: BoardData): BoardSetup {
  return { template, ...defaults, locale, maxTiers: limits.tiers, maxItems: limits.poolItems };
}
