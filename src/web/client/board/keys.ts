import { type Board, type ItemKey, itemsIn, type Place, placeOf, places } from './state.ts';

/** What a key does to the tile that has the focus. Enter and the space bar press it, as they do any button. */
export type KeyDeed =
  /** The focus goes to another tile. */
  | { readonly kind: 'go'; readonly item: ItemKey }
  | { readonly kind: 'place'; readonly to: Place; readonly at?: number }
  | { readonly kind: 'putBack' };

const arrows: Readonly<Record<string, readonly [across: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/**
 * @param key as browsers name it
 * @param isPicked whether the tile has been picked up, and the arrow keys carry it
 * @returns undefined for a key that means nothing here
 */
export function keyDeed(board: Board, item: ItemKey, key: string, isPicked: boolean): KeyDeed | undefined {
  if (key === 'Escape') return isPicked ? { kind: 'putBack' } : undefined;
  if (key === '0') return { kind: 'place', to: 'pool' };
  if (/^[1-9]$/.test(key)) {
    const tier = board.tiers[Number(key) - 1];
    return tier && { kind: 'place', to: tier.key };
  }
  const arrow = arrows[key];
  const here = placeOf(board, item);
  if (arrow === undefined || here === undefined) return undefined;
  const [across, down] = arrow;
  const inOrder = places(board);
  const row = inOrder.indexOf(here.place);
  if (isPicked) {
    const to = inOrder[row + down];
    const at = here.index + across;
    if (to === undefined || at < 0 || (down === 0 && at >= itemsIn(board, to).length)) return undefined;
    return { kind: 'place', to, at };
  }
  if (across !== 0) return goTo(itemsIn(board, here.place)[here.index + across]);
  // Rows without tiles are passed over.
  for (let next = row + down; next >= 0 && next < inOrder.length; next += down) {
    const items = itemsIn(board, inOrder[next] ?? 'pool');
    if (items.length > 0) return goTo(items[Math.min(here.index, items.length - 1)]);
  }
  return undefined;
}

function goTo(item: ItemKey | undefined): KeyDeed | undefined {
  return item === undefined ? undefined : { kind: 'go', item };
}
