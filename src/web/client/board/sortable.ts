import { useEffect, useRef } from 'preact/hooks';
import Sortable from 'sortablejs';
import type { ItemKey, Place } from './state.ts';

/** What a list of tiles carries in the page, so that a drag can be told in terms of the board. */
export const marks = { item: 'item', place: 'place' } as const;

export type Drop = (item: ItemKey, to: Place, at: number) => void;

/** Makes a list one that tiles can be dragged out of and into, with a mouse, a pen or a finger. */
export function useSortable(drop: Drop) {
  const list = useRef<HTMLUListElement>(null);
  const latest = useRef(drop);
  latest.current = drop;
  useEffect(() => {
    if (list.current === null) return;
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const sortable = Sortable.create(list.current, {
      group: 'tiles',
      draggable: 'li',
      animation: still ? 0 : 140,
      // The browser's own way of dragging has no fingers and shows what it likes.
      forceFallback: true,
      fallbackOnBody: true,
      fallbackTolerance: 4,
      // A finger that moves at once scrolls the page.
      delay: 160,
      delayOnTouchOnly: true,
      touchStartThreshold: 6,
      emptyInsertThreshold: 12,
      ghostClass: 'ghost',
      chosenClass: 'chosen',
      dragClass: 'dragged',
      onEnd({ item, from, to, oldDraggableIndex = 0, newDraggableIndex = 0 }) {
        // The page is drawn from the board, so what the drag has done to it is undone first.
        item.remove();
        from.insertBefore(item, from.children[oldDraggableIndex] ?? null);
        const key = item.dataset[marks.item];
        const place = placeFrom(to.dataset[marks.place]);
        if (key !== undefined && place !== undefined) latest.current(key, place, newDraggableIndex);
      },
    });
    return () => sortable.destroy();
  }, []);
  return list;
}

function placeFrom(text: string | undefined): Place | undefined {
  if (text === undefined || text === 'pool') return text;
  return Number(text);
}
