import type { ItemKey } from './state.ts';

/** Returns items in a random order (Fisher and Yates). @param random returns a number from 0 up to, but not including, 1 */
export function shuffled(items: readonly ItemKey[], random: () => number): readonly ItemKey[] {
  const order = [...items];
  for (let last = order.length - 1; last > 0; last -= 1) {
    const chosen = Math.floor(random() * (last + 1));
    order.splice(last, 0, ...order.splice(chosen, 1));
  }
  return order;
}

/** Returns items in the order of the template, or in that in which people added them. */
export function sortedBack(items: readonly ItemKey[]): readonly ItemKey[] {
  const positionOf = (item: ItemKey) => Number(item.replace(/\D+/, ''));
  return items.toSorted((left, right) => positionOf(left) - positionOf(right));
}
