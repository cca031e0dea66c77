import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import Sortable from 'sortablejs';
import type { ItemKey, Place } from './state.ts';

/** What the page carries of tiles and rows, so that a drag can be told in terms of the board. */
export const marks = { item: 'item', place: 'place', tier: 'tier' } as const;

export type Drop = (item: ItemKey, to: Place, at: number) => void;

/** @param to which row the tier is in then, from 0 */
type MoveTier = (tier: number, to: number) => void;

/** Makes a list one that tiles can be dragged out of and into, with a mouse, a pen or a finger. */
export function useTileDrag(drop: Drop): RefObject<HTMLUListElement> {
  return useDrag<HTMLUListElement>(
    { group: 'tiles', draggable: 'li', emptyInsertThreshold: 12 },
    (tile, list, at) => {
      const item = tile.dataset[marks.item];
      const place = placeFrom(list.dataset[marks.place]);
      if (item !== undefined && place !== undefined) drop(item, place, at);
    },
  );
}

/** Makes the tiers inside ones that can be dragged up and down by their titles. */
export function useTierDrag(move: MoveTier): RefObject<HTMLDivElement> {
  return useDrag<HTMLDivElement>({ group: 'tiers', draggable: '.tier', handle: '.tier-head' }, (row, _, at) =>
    move(Number(row.dataset[marks.tier]), at),
  );
}

/** @param dropped is told what was dragged into which list, and where in it among what can be dragged */
function useDrag<List extends HTMLElement>(
  options: Sortable.Options,
  dropped: (dragged: HTMLElement, list: HTMLElement, at: number) => void,
): RefObject<List> {
  const list = useRef<List>(null);
  const latest = useRef(dropped);
  latest.current = dropped;
  useLayoutEffect(() => {
    if (list.current === null) return;
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const sortable = Sortable.create(list.current, {
      ...options,
      animation: still ? 0 : 140,
      // The browser's own way of dragging has no fingers and shows what it likes.
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
        // The page is drawn from the board, so what the drag has done to it is undone first.
        item.remove();
        from.insertBefore(item, from.children[oldDraggableIndex] ?? null);
        latest.current(item, to, newDraggableIndex);
      },
    });
    return () => sortable.destroy();
    // What it is made with never changes.
  }, []);
  return list;
}

function placeFrom(text: string | undefined): Place | undefined {
  if (text === undefined || text === 'pool') return text;
  return Number(text);
}
