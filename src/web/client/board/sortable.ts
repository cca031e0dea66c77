import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import Sortable from 'sortablejs';
import type { ItemKey, Place } from './state.ts';

/** The names of the data attributes that map elements of the page to parts of the board. */
export const dataNames = { item: 'item', place: 'place', tier: 'tier' } as const;

export type Drop = (item: ItemKey, to: Place, at: number) => void;

/** @param to the new row, from 0 */
type MoveTier = (tier: number, to: number) => void;

/** Makes tiles draggable out of and into a list, with a mouse, a pen or a finger. */
export function useTileDrag(drop: Drop): RefObject<HTMLUListElement> {
  return useDrag<HTMLUListElement>(
    { group: 'tiles', draggable: 'li', emptyInsertThreshold: 12 },
    (tile, list, at) => {
      const item = tile.dataset[dataNames.item];
      const place = placeFrom(list.dataset[dataNames.place]);
      if (item !== undefined && place !== undefined) drop(item, place, at);
    },
  );
}

/** Makes the tiers inside an element draggable up and down by their titles. */
export function useTierDrag(move: MoveTier): RefObject<HTMLDivElement> {
  return useDrag<HTMLDivElement>({ group: 'tiers', draggable: '.tier', handle: '.tier-head' }, (row, _, at) =>
    move(Number(row.dataset[dataNames.tier]), at),
  );
}

/** @param onDrop receives the dragged element, the list it was dropped into, and its index among the draggable ones */
function useDrag<List extends HTMLElement>(
  options: Sortable.Options,
  onDrop: (dragged: HTMLElement, list: HTMLElement, at: number) => void,
): RefObject<List> {
  const list = useRef<List>(null);
  const latest = useRef(onDrop);
  latest.current = onDrop;
  useLayoutEffect(() => {
    if (list.current === null) return;
    const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const sortable = Sortable.create(list.current, {
      ...options,
      animation: reducedMotion ? 0 : 140,
      // Native drag and drop does not work by touch, and its drag image cannot be styled.
      forceFallback: true,
      fallbackOnBody: true,
      fallbackTolerance: 4,
      // A finger that moves at once scrolls the page.
      delay: 160,
      delayOnTouchOnly: true,
      touchStartThreshold: 6,
      ghostClass: 'ghost',
      chosenClass: 'chosen',
      dragClass: 'dragged',
      onEnd({ item, from, to, oldDraggableIndex = 0, newDraggableIndex = 0 }) {
        // The page is rendered from the board, so first the drag's own change of the page is undone.
        item.remove();
        from.insertBefore(item, from.children[oldDraggableIndex] ?? null);
        latest.current(item, to, newDraggableIndex);
      },
    });
    return () => sortable.destroy();
    // The options never change.
  }, []);
  return list;
}

function placeFrom(text: string | undefined): Place | undefined {
  if (text === undefined || text === 'pool') return text;
  return Number(text);
}
