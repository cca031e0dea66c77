import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Step } from './history.ts';
import { shownItem } from './items.ts';
import { keyAction } from './keyboard.ts';
import { dataNames } from './sortable.ts';
import { type Board, type BoardSetup, type ItemKey, itemsIn, type Place, placeOf } from './state.ts';
import type { TileHandlers } from './tiles.tsx';
import { shownTitle, type Translate } from './translate.ts';

export interface Moves {
  /** The element that contains all tiles. */
  readonly area: RefObject<HTMLDivElement>;
  readonly pickedUp: ItemKey | undefined;
  /** The tile that had the focus last. */
  readonly current: ItemKey | undefined;
  readonly handlers: TileHandlers;
  /** Moves the item that is picked up. When it leaves the pool, the next item there is picked up. */
  moveTo(place: Place): void;
  /** Moves all items of the pool. */
  moveRest(tier: number): void;
  /** Removes the item that is picked up. */
  remove(): void;
  /** Drops the item that is picked up where it is. */
  drop(): void;
  /** Forgets the item that is picked up: the board is about to change. */
  release(): void;
}

/** Moves items by dragging, by tapping and by keyboard: owns the item that is picked up and the focus. */
export function useMoves(props: {
  readonly board: Board;
  readonly setup: BoardSetup;
  readonly dispatch: (step: Step) => void;
  readonly announce: (text: string) => void;
  readonly t: Translate;
}): Moves {
  const { board, setup, dispatch, announce, t } = props;
  const [pickedUp, setPickedUp] = useState<{ readonly item: ItemKey; readonly from: ItemPosition }>();
  const [current, setCurrent] = useState<ItemKey>();
  const area = useRef<HTMLDivElement>(null);
  const [focus, setFocus] = useState<{ readonly item: ItemKey }>();
  // Before the page is painted, so the next key of a fast typist reaches the next tile.
  useLayoutEffect(() => {
    if (focus === undefined) return;
    const tile = area.current?.querySelector<HTMLElement>(`[data-item="${CSS.escape(focus.item)}"] button`);
    tile?.focus();
    tile?.scrollIntoView({ block: 'nearest' });
  }, [focus]);

  const labelOf = (item: ItemKey) => shownItem(board, item, setup).label;
  const nameOf = (place: Place): string => {
    if (place === 'pool') return t('pool');
    const title = board.tiers.find(({ key }) => key === place)?.title ?? '';
    return t('tier', { title: shownTitle(title, t) });
  };
  const release = () => setPickedUp(undefined);
  const focusItem = (item: ItemKey) => {
    setCurrent(item);
    setFocus({ item });
  };
  /** @returns what to announce */
  const place = (item: ItemKey, to: Place, at?: number): string => {
    const others = itemsIn(board, to).filter((one) => one !== item).length;
    const position = Math.min(at ?? others, others) + 1;
    dispatch({ type: 'place', item, to, ...(at !== undefined && { at }) });
    setCurrent(item);
    return t('placed', { item: labelOf(item), place: nameOf(to), position, count: others + 1 });
  };
  const moveTo = (to: Place) => {
    if (pickedUp === undefined) return;
    const { item } = pickedUp;
    const placed = place(item, to);
    const next = placeOf(board, item)?.place === 'pool' && to !== 'pool' ? neighbour(board, item) : undefined;
    if (next === undefined) release();
    // As the board will be, without the item that leaves the pool.
    else setPickedUp({ item: next, from: { place: 'pool', index: othersOf(board, item).indexOf(next) } });
    announce(next === undefined ? placed : t('placedNext', { placed, item: labelOf(next) }));
    focusItem(next ?? item);
  };
  const pickUp = (item: ItemKey) => {
    const from = placeOf(board, item);
    if (from === undefined) return;
    setPickedUp({ item, from });
    announce(t('pickedUp', { item: labelOf(item) }));
    focusItem(item);
  };
  const drop = () => {
    if (pickedUp === undefined) return;
    release();
    announce(t('dropped', { item: labelOf(pickedUp.item) }));
    focusItem(pickedUp.item);
  };
  const putBack = () => {
    if (pickedUp === undefined) return;
    place(pickedUp.item, pickedUp.from.place, pickedUp.from.index);
    release();
    announce(t('putBack', { item: labelOf(pickedUp.item) }));
    focusItem(pickedUp.item);
  };

  // A tap on a tier, beside its tiles and buttons. For the keyboard there are digits and the bar's buttons.
  useLayoutEffect(() => {
    const { current: page } = area;
    const onClick = ({ target }: MouseEvent) => {
      const tier =
        target instanceof Element && !target.closest(controls) && target.closest<HTMLElement>('.tier');
      if (tier) moveTo(Number(tier.dataset[dataNames.tier]));
    };
    page?.addEventListener('click', onClick);
    return () => page?.removeEventListener('click', onClick);
  });

  return {
    area,
    pickedUp: pickedUp?.item,
    current,
    handlers: {
      drop(item, to, at) {
        release();
        announce(place(item, to, at));
        focusItem(item);
      },
      toggle: (item) => (pickedUp?.item === item ? drop() : pickUp(item)),
      key(event, item) {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const action = keyAction(board, item, event.key, pickedUp?.item === item);
        if (action === undefined) return;
        event.preventDefault();
        if (action.kind === 'focus') focusItem(action.item);
        else if (action.kind === 'putBack') putBack();
        else if (action.at === undefined && pickedUp?.item === item) moveTo(action.to);
        else {
          // A digit goes on with the next tile.
          const next = action.at === undefined ? neighbour(board, item) : undefined;
          announce(place(item, action.to, action.at));
          focusItem(next ?? item);
        }
      },
    },
    moveTo,
    moveRest(tier) {
      const [first] = board.pool;
      if (first === undefined) return;
      release();
      dispatch({ type: 'placeRest', tier });
      announce(t('restPlaced', { count: board.pool.length, place: nameOf(tier) }));
      focusItem(first);
    },
    remove() {
      if (pickedUp === undefined) return;
      release();
      dispatch({ type: 'removeItem', item: pickedUp.item });
      announce(t('itemRemoved', { item: labelOf(pickedUp.item) }));
    },
    drop,
    release,
  };
}

/** What does something else when it is tapped. */
const controls = 'button, .tier-tools';

interface ItemPosition {
  readonly place: Place;
  readonly index: number;
}

/** Returns the other items of an item's place. */
function othersOf(board: Board, item: ItemKey): readonly ItemKey[] {
  return itemsIn(board, placeOf(board, item)?.place ?? 'pool').filter((one) => one !== item);
}

/** Returns the item after one in its place, or the one before when it is the last. */
function neighbour(board: Board, item: ItemKey): ItemKey | undefined {
  const here = placeOf(board, item);
  if (here === undefined) return undefined;
  const items = itemsIn(board, here.place);
  return items[here.index + 1] ?? items[here.index - 1];
}
