import { type Shown, shownItem } from './items.ts';
import { type Drop, dataNames, useTileDrag } from './sortable.ts';
import type { Board, BoardSetup, ItemKey, Place } from './state.ts';

export interface TileHandlers {
  readonly drop: Drop;
  readonly toggle: (item: ItemKey) => void;
  readonly key: (event: KeyboardEvent, item: ItemKey) => void;
}

/** The tiles of a tier or of the pool. Tab reaches one of them, and the arrow keys the others. */
export function Tiles(props: {
  readonly board: Board;
  readonly setup: BoardSetup;
  readonly place: Place;
  readonly items: readonly ItemKey[];
  readonly label: string;
  readonly pickedUp: ItemKey | undefined;
  /** The tile that had the focus last. */
  readonly current: ItemKey | undefined;
  readonly handlers: TileHandlers;
  readonly root: string;
}) {
  const { board, setup, place, items, label, pickedUp, current, handlers, root } = props;
  const list = useTileDrag(handlers.drop);
  const reachable = current !== undefined && items.includes(current) ? current : items[0];
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari does not announce a list without bullets as a list
    <ul class="tiles" role="list" ref={list} aria-label={label} {...{ [`data-${dataNames.place}`]: place }}>
      {items.map((key) => {
        const shown = shownItem(board, key, setup);
        return (
          <li key={key} {...{ [`data-${dataNames.item}`]: key }}>
            <button
              type="button"
              class="tile"
              title={shown.label}
              aria-pressed={pickedUp === key}
              aria-describedby="board-help"
              tabIndex={key === reachable ? 0 : -1}
              onClick={() => handlers.toggle(key)}
              onKeyDown={(event) => handlers.key(event, key)}
            >
              <TileFace item={shown} root={root} />
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function TileFace({ item, root }: { item: Shown; root: string }) {
  const { label, emoji, drawing, host } = item;
  const symbol = host === undefined ? emoji : '🖼️';
  return (
    <>
      {drawing !== undefined ? (
        <img class="emoji" src={`${root}${drawing}`} alt="" width="36" height="36" draggable={false} />
      ) : (
        symbol !== undefined && (
          <span class="emoji" aria-hidden="true">
            {symbol}
          </span>
        )
      )}
      <span class={`tile-label ${sizeOf(label)}`} dir="auto">
        {label}
      </span>
    </>
  );
}

/** A long word is smaller, so that it is not broken. */
function sizeOf(label: string): string {
  const longest = Math.max(0, ...label.split(/[\s-]+/u).map((word) => word.length));
  if (longest > 9) return 'tiny';
  return longest > 6 ? 'small' : '';
}
