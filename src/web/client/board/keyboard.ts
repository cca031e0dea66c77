import { type Board, type ItemKey, itemsIn, type Place, placeOf, places } from './state.ts';

/** What a key does to the tile that has the focus. Enter and the space bar press it like any button. */
export type KeyAction =
  /** Moves the focus to another tile. */
  | { readonly kind: 'focus'; readonly item: ItemKey }
  | { readonly kind: 'place'; readonly to: Place; readonly at?: number }
  | { readonly kind: 'putBack' };

const arrows: Readonly<Record<string, readonly [across: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/**
 * Returns what a key does to a tile, or undefined for a key without a meaning.
 *
 * @param key as in `KeyboardEvent.key`
 * @param isPickedUp whether the arrow keys move the tile and not the focus
 */
export function keyAction(
  board: Board,
  item: ItemKey,
  key: string,
  isPickedUp: boolean,
): KeyAction | undefined {
  if (key === 'Escape') return isPickedUp ? { kind: 'putBack' } : undefined;
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
  if (isPickedUp) {
    const to = inOrder[row + down];
    const at = here.index + across;
    if (to === undefined || at < 0 || (down === 0 && at >= itemsIn(board, to).length)) return undefined;
    return { kind: 'place', to, at };
  }
  if (across !== 0) return focusOn(itemsIn(board, here.place)[here.index + across]);
  // Skips rows without tiles.
  for (let next = row + down; next >= 0 && next < inOrder.length; next += down) {
    const items = itemsIn(board, inOrder[next] ?? 'pool');
    if (items.length > 0) return focusOn(items[Math.min(here.index, items.length - 1)]);
  }
  return undefined;
}

function focusOn(item: ItemKey | undefined): KeyAction | undefined {
  return item === undefined ? undefined : { kind: 'focus', item };
}
